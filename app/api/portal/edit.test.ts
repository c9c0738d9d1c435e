import { describe, expect, test } from "vitest";
import { db, pg } from "@/lib/db/client/client";
import { credit } from "@/lib/domain/cards/credit";
import { replace } from "@/lib/domain/cards/replace";
import { releaseHold } from "@/lib/domain/holds/release";
import { suppress } from "@/lib/domain/mail/suppressions";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";
import { sumExpired } from "@/lib/domain/reports/expired-cards";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { place } from "@/lib/testing/holds";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";
import { mailsTo, uniqueEmail, visitor } from "@/lib/testing/wallet";

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

/** A store with a card of 2,500 cents; its owner's and a manager's requests about the card. */
async function storeWithCard({ owner = uniqueEmail(), amountCents = 2_500 } = {}) {
  const store = await storeWithPeople({ confirmedAt: new Date() });
  const { id } = await store.card({ amountCents, owner });
  const manager = await store.join("manager");
  const edit = (body: object, by = manager) => by.patch(`/cards/${id}`, body);
  const email = (by = manager) => by.post(`/cards/${id}/email`, {});
  const details = async () => (await manager.get(`/cards/${id}`)).body;
  const changes = async () => (await manager.get(`/cards/${id}/changes`)).body.changes;
  const expiresOn = async () =>
    (await pg()`select expires_on::text as day from cards where id = ${id}`)[0]?.day;
  return { ...store, id, customer: owner, manager, edit, email, details, changes, expiresOn };
}

describe("a card's expiration date", () => {
  test("is changed or removed by a manager, with both dates in the history, and no top-up brings it forward", async () => {
    const { id, ctx, manager, edit, changes, expiresOn } = await storeWithCard();
    const [first, later] = [await expiresOn(), dayFromNow(20_000)];
    expect((await edit({ expiresOn: later })).status).toBe(200);
    expect((await edit({ expiresOn: later })).status).toBe(200);
    await credit(ctx(), { cardId: id, amountCents: 100 });
    expect(await expiresOn()).toBe(later);
    await edit({ expiresOn: null });
    expect(await expiresOn()).toBeNull();
    // Each top-up restarts the store's period, also of a card without a date.
    await credit(ctx(), { cardId: id, amountCents: 100 });
    expect(await expiresOn()).not.toBeNull();
    await edit({ expiresOn: dayFromNow(1) });
    await credit(ctx(), { cardId: id, amountCents: 100 });
    expect(await expiresOn()).toBe(first);
    expect((await changes()).slice(1)).toMatchObject(
      [
        [first, later],
        [later, null],
        [first, dayFromNow(1)],
      ].map(([from, to]) => ({
        what: "expiry_changed",
        expiresOn: { from, to },
        actor: { id: `user:${manager.userId}`, name: "A manager" },
      })),
    );
    await expectNoProblems();
  });

  test("is today or later, in the store's time zone, and only of an active card", async () => {
    const { edit, card, manager, merchantId } = await storeWithCard();
    const today = async () =>
      (await pg()`select (now() at time zone 'Pacific/Kiritimati')::date::text as day`)[0]?.day;
    await pg()`update merchants set time_zone = 'Pacific/Kiritimati' where id = ${merchantId}`;
    const yesterday = new Date(Date.parse(await today()) - 1).toISOString().slice(0, 10);
    expect(await outcomeOf(edit({ expiresOn: yesterday }))).toBe("400 invalid_request expiresOn");
    expect((await edit({ expiresOn: await today() })).status).toBe(200);
    const unsold = await card({});
    const refused = await manager.patch(`/cards/${unsold.id}`, { expiresOn: dayFromNow(9) });
    expect(refused.body).toMatchObject({ error: "card_not_active", status: "inactive" });
  });

  test("that revives an expired card takes it off the list of expired balances immediately", async () => {
    const { id, ctx, edit } = await storeWithCard();
    await pg()`update cards set expires_on = current_date - 30 where id = ${id}`;
    await closeDays();
    await ageBalances();
    expect(await sumExpired(ctx())).toMatchObject([{ cards: 1, balanceCents: 2_500n }]);
    expect((await edit({ expiresOn: dayFromNow(30) })).status).toBe(200);
    expect(await sumExpired(ctx())).toEqual([]);
    const [row] = await pg()`select details_changed_at > now() - interval '1 minute' as noted
      from cards where id = ${id}`;
    expect(row?.noted).toBe(true);
  });
});

test("a note is for the team alone, goes with the balance to a new card, and isn't in the audit log", async () => {
  const { id, ctx, merchantId, edit, details, manager, join } = await storeWithCard();
  const note = "Ask for ID: reported lost twice";
  expect((await edit({ note: `  ${note} ` })).body).toMatchObject({ note, emailedAt: null });
  const viewer = await join("viewer");
  expect((await viewer.get(`/cards/${id}`)).body.note).toBe(note);
  expect((await edit({ note: "No" }, viewer)).status).toBe(403);
  const { card } = await replace(ctx(), { cardId: id });
  expect((await manager.get(`/cards/${card.id}`)).body.note).toBe(note);
  expect((await edit({ note: "" })).body.note).toBeNull();
  expect((await details()).note).toBeNull();
  const entries = await auditOf(merchantId, "card.note_changed");
  expect(entries.map(({ details: facts }) => facts)).toEqual([
    { changed: "added" },
    { changed: "removed" },
  ]);
  expect(await outcomeOf(edit({ note: "a\u0007" }))).toBe("400 invalid_request note");
  expect(await outcomeOf(edit({ note: "a".repeat(2_001) }))).toBe("400 invalid_request note");
});

describe("a card's email", () => {
  test("is sent again with a link of its own, while the first still works, three times an hour", async () => {
    const { id, customer, email, details, changes } = await storeWithCard();
    expect((await details()).emailedAt).toBeNull();
    expect((await email()).body).toEqual({ email: customer });
    const links = (await mailsTo(customer)).map(({ template, link }) => {
      expect(template).toBe("card_invitation");
      return link?.split("#")[1] ?? "";
    });
    expect(new Set(links).size).toBe(2);
    for (const token of links) {
      const opened = await visitor.post("/open", { token });
      expect(opened.body).toMatchObject({ email: customer, cardUuid: id });
    }
    expect(Date.parse((await details()).emailedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect((await changes()).at(-1)).toMatchObject({ what: "email_resent", email: customer });
    for (const status of [200, 200, 429]) expect((await email()).status).toBe(status);
  });

  test("goes to customers of active cards who take email from the store", async () => {
    const { card, manager, email, customer, merchantId, id } = await storeWithCard();
    const send = (cardId: string) => outcomeOf(manager.post(`/cards/${cardId}/email`, {}));
    expect(await send((await card({ amountCents: 100 })).id)).toBe("400 invalid_request");
    expect(await send((await card({ owner: customer })).id)).toBe("400 card_not_active");
    await suppress(db(), merchantId, customer, "unsubscribed");
    expect(await outcomeOf(email())).toBe("400 invalid_request email");
    await pg()`update merchants set confirmed_at = null where id = ${merchantId}`;
    await pg()`delete from mail_suppressions where merchant_id = ${merchantId}`;
    expect(await send(id)).toBe("403 store_not_confirmed");
  });
});

test("holds are in the history with who placed and released them", async () => {
  const { id, owner, ctx, changes } = await storeWithCard();
  const byOwner = () => ctx(`user:${owner.userId}`);
  const hold = await place(byOwner, id, { amountCents: 400 });
  await releaseHold(byOwner(), { holdId: hold.id });
  const actor = { id: `user:${owner.userId}`, name: "Ada" };
  expect((await changes()).slice(-2)).toMatchObject([
    { what: "hold_placed", amountCents: 400, actor, hold: { status: "released" } },
    { what: "hold_released", amountCents: 400, actor },
  ]);
});
