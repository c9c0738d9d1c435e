import { describe, expect, test } from "vitest";
import type { ApiShape } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { API_SCOPES, KEY_PRESETS } from "@/lib/base/roles";
import { ADA_EMAIL, makeCard } from "@/lib/testing/ledger-fixtures";
import { storeWithPeople } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";
import { callerWithKey, createStore } from "@/lib/testing/store";

const CODE = /^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/;
const MASKED = /^•••• •••• •••• [2-9A-Z]{4}$/;
const scopes = ["cards:read", "cards:write", "money:write"] as const;

describe.each(["A", "B"] as ApiShape[])("POST /cards/{uuid}/replace (Shape %s)", (shape) => {
  const inA = shape === "A";

  test("shows the new card's code to the key that made it, its replays byte for byte, and to no other key", async () => {
    const { ctx } = await createStore();
    const { post, get } = await callerWithKey(ctx(), { scopes, shape });
    const other = await callerWithKey(ctx(), { scopes, shape });
    const { id } = await makeCard(ctx, { amountCents: 900, owner: ADA_EMAIL });
    const more = { headers: { "Idempotency-Key": newId() } };
    const send = (by = post) => by(`/cards/${id}/replace`, { cardType: "physical" }, more);
    const answer = await send();
    expect(answer.status).toBe(201);
    const { card, replaced } = answer.body;
    expect(card.code).toMatch(CODE);
    expect(replaced.code).toMatch(MASKED);
    expect(card).toMatchObject(
      inA
        ? { balanceCents: 900, cardType: "physical", ownerEmail: ADA_EMAIL, replacedBy: null }
        : { balance_cents: 900, card_type: "physical", owner_email: ADA_EMAIL, replaced_by: null },
    );
    expect(replaced).toMatchObject({
      uuid: id,
      status: "disabled",
      frozen: false,
      ...(inA
        ? { balanceCents: 0, replacedBy: card.uuid }
        : { balance_cents: 0, replaced_by: card.uuid }),
    });
    expect((await send()).text).toBe(answer.text);
    expect((await send(other.post)).body.card.code).toMatch(MASKED);
    const known = await get(`/idempotency-keys/${more.headers["Idempotency-Key"]}`);
    expect(known.body).toMatchObject({ state: "completed", status: 201 });
    expect(known.body.response.card.code).toMatch(MASKED);
    expect(known.body.response.replaced).toEqual(replaced);
    expect((await get(`/cards/${id}`)).body).toMatchObject({ status: "disabled" });
  });

  test("needs a key that may both create cards and move money", async () => {
    const { ctx } = await createStore();
    const { id } = await makeCard(ctx, { amountCents: 900 });
    for (const missing of ["cards:write", "money:write"] as const) {
      const some = API_SCOPES.filter((scope) => scope !== missing);
      const { post } = await callerWithKey(ctx(), { scopes: some, shape });
      const answer = post(`/cards/${id}/replace`, {});
      expect(await outcomeOf(answer)).toBe("403 insufficient_scope");
    }
  });

  test("refuses an impossible code, and a card that isn't active with its status in the words of the shape", async () => {
    const { ctx } = await createStore();
    const { post } = await callerWithKey(ctx(), { scopes, shape });
    const [sold, unsold] = [await makeCard(ctx, { amountCents: 900 }), await makeCard(ctx)];
    for (const code of ["", "abc", "no code!", "x".repeat(33)]) {
      const answer = post(`/cards/${sold.id}/replace`, { code });
      expect(await outcomeOf(answer), code).toBe("400 invalid_request code");
    }
    const refused = await post(`/cards/${unsold.id}/replace`, {});
    expect(refused.body).toMatchObject({
      error: "card_not_active",
      status: inA ? "inactive" : "unactivated",
    });
  });

  test("a frozen card shows it with its reason, and refuses a debit as card_frozen", async () => {
    const { ctx } = await createStore();
    const { post, get } = await callerWithKey(ctx(), { scopes, shape });
    const { id } = await makeCard(ctx, { amountCents: 900 });
    const reason = "Reported lost";
    const shown = {
      status: "active",
      frozen: true,
      ...(inA ? { frozenReason: reason } : { frozen_reason: reason }),
    };
    expect((await post(`/cards/${id}/freeze`, { reason })).body).toMatchObject(shown);
    expect((await get(`/cards/${id}`)).body).toMatchObject(shown);
    expect((await get("/cards")).body.cards[0]).toMatchObject(shown);
    const debit = () => outcomeOf(post(`/cards/${id}/debit`, { amountCents: 1 }));
    expect(await debit()).toBe("400 card_frozen");
    expect((await post(`/cards/${id}/unfreeze`)).body).toMatchObject({ frozen: false });
    expect(await debit()).toBe("200");
  });
});

test("a balance is written off with a card by a key with money:write and by an owner, and of a disabled card by an owner alone", async () => {
  const { owner, join, ctx, card } = await storeWithPeople();
  const manager = await join("manager");
  const [first, second, third] = [
    await card({ amountCents: 500 }),
    await card({ amountCents: 500 }),
    await card({ amountCents: 500 }),
  ];
  const till = await callerWithKey(ctx(), { scopes: ["cards:write"] });
  const full = await callerWithKey(ctx(), { scopes });
  const body = { balance: "write_off" };
  const end = (by: typeof till.post, id: string) =>
    outcomeOf(by(`/api/v1/cards/${id}/disable`, body));
  expect(await end(till.post, first.id)).toBe("403 insufficient_scope");
  expect(await end(manager.post, first.id)).toBe("403 insufficient_scope");
  expect(await end(full.post, first.id)).toBe("200");
  expect(await end(owner.post, second.id)).toBe("200");
  expect(await outcomeOf(manager.post(`/api/v1/cards/${third.id}/disable`, {}))).toBe("200");
  const writeOff = (by: typeof till.post) => outcomeOf(by(`/cards/${third.id}/write-off`, {}));
  expect(await writeOff(manager.post)).toBe("403 insufficient_scope");
  expect(await writeOff(owner.post)).toBe("200");
  const { changes } = (await owner.get(`/cards/${third.id}/changes`)).body;
  expect(changes.at(-1)).toMatchObject({ what: "disabled", sequence: 2 });
});

test("a till's key can't replace, freeze or disable cards", async () => {
  const { ctx } = await createStore();
  const { id } = await makeCard(ctx, { amountCents: 900 });
  const { post } = await callerWithKey(ctx(), { scopes: KEY_PRESETS.till });
  for (const verb of ["replace", "freeze", "unfreeze", "disable"]) {
    expect(await outcomeOf(post(`/cards/${id}/${verb}`, {})), verb).toBe("403 insufficient_scope");
  }
});
