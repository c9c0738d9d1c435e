import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { findCard } from "@/lib/domain/cards/find";
import { freeze, unfreeze } from "@/lib/domain/cards/freeze";
import { redeem } from "@/lib/domain/cards/redeem";
import { spend } from "@/lib/domain/cards/spend";
import { writeOffExpired } from "@/lib/domain/cards/write-off";
import { sendGift } from "@/lib/domain/gifts/send";
import { transfer } from "@/lib/domain/transfers/transfer";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { cardWithHold, heldOn, passTime, place } from "@/lib/testing/holds";
import {
  BOB_EMAIL,
  eventsOf,
  makeCard,
  openStore,
  outcome,
  stateOfCard,
  twoAgreedStores,
} from "@/lib/testing/ledger-fixtures";
import { waitForLocks } from "@/lib/testing/locks";
import { actionsOf } from "@/lib/testing/portal";
import { captureHold } from "./capture";
import { expireHolds } from "./expire";
import { listHolds, readHold } from "./list";
import { releaseHold } from "./release";

describe("money that is held", () => {
  test("can't be redeemed, held again, transferred or sent as a gift; the rest can", async () => {
    const [home, away] = await twoAgreedStores();
    const { ctx, card, cardId } = await cardWithHold({}, home);
    const { code: toCode } = await makeCard(away.ctx, { amountCents: 100 });
    const gift = { cardId, senderId: card.ownerId, recipientEmail: BOB_EMAIL };
    const takes = (amountCents: number) => [
      () => spend(ctx(), { cardId, amountCents }),
      () => redeem(ctx(), { code: card.code, amountCents }),
      () => place(ctx, cardId, { amountCents }),
      () => transfer(ctx(), { fromCardId: cardId, toCode, amountCents }),
      () => sendGift(ctx(), { ...gift, amountCents }),
    ];
    for (const take of takes(401)) expect(await outcome(take())).toBe("insufficient_balance");
    await expect(spend(ctx(), { cardId, amountCents: 401 })).rejects.toMatchObject({
      options: { extras: { balanceCents: 1_000, availableCents: 400 } },
    });
    for (const take of takes(80)) expect(await outcome(take())).toBe("done");
    expect(await outcome(spend(ctx(), { cardId, amountCents: 1 }))).toBe("insufficient_balance");
    expect(await findCard(home.id, cardId)).toMatchObject({ balanceCents: 680, availableCents: 0 });
  });

  test("stays on the card when the whole balance is sent as a gift", async () => {
    const { ctx, card, cardId } = await cardWithHold();
    const sent = await sendGift(ctx(), {
      cardId,
      senderId: card.ownerId,
      recipientEmail: BOB_EMAIL,
    });
    expect(sent.transaction.amountCents).toBe(400);
  });

  test("stays on an expired card that is written off, until the hold ends", async () => {
    const { ctx, storeId, cardId } = await cardWithHold();
    await pg()`update cards set expires_on = current_date - 2 where id = ${cardId}`;
    await pg()`insert into expired_balances (merchant_id, card_id, currency, expires_on, balance_cents)
      values (${storeId}, ${cardId}, 'USD', current_date - 2, 1000)`;
    const written = async () => {
      const { writtenOff, skipped } = await writeOffExpired(ctx(), { cardIds: [cardId] });
      return [...writtenOff.map((one) => one.amountCents), ...skipped.map((one) => one.reason)];
    };
    const listed = async () =>
      (
        await pg()`select balance_cents::int as cents from expired_totals
        where merchant_id = ${storeId}`
      )[0]?.cents;
    expect(await written()).toEqual([400]);
    expect(await listed()).toBe(600);
    expect(await written()).toEqual(["held"]);
    await passTime(cardId);
    expect(await written()).toEqual([600]);
    expect(await listed()).toBe(0);
  });

  test("is not seen too late by a debit or a hold that waited for the card", async () => {
    const { ctx, cardId } = await cardWithHold({ amountCents: 1 });
    let waiting: Promise<string>[] = [];
    await pg().begin(async (tx) => {
      await tx`select from cards where id = ${cardId} for no key update`;
      await tx`update holds set amount_cents = 900 where card_id = ${cardId}`;
      await tx`update cards set held_cents = 900 where id = ${cardId}`;
      waiting = [
        outcome(spend(ctx(), { cardId, amountCents: 101 })),
        outcome(place(ctx, cardId, { amountCents: 101 })),
      ];
      await waitForLocks(2);
    });
    expect(await Promise.all(waiting)).toEqual(["insufficient_balance", "insufficient_balance"]);
  });

  test.each(["keep", "write_off"] as const)(
    "of a disabled card is released with it (%s)",
    async (balance) => {
      const { ctx, cardId, holdId } = await cardWithHold();
      const { card } = await disable(ctx(), { cardId, balance });
      expect(card.availableCents).toBeNull();
      expect(card.balanceCents).toBe(balance === "keep" ? 1_000 : 0);
      expect((await readHold(ctx(), { holdId })).hold.status).toBe("released");
      expect(await heldOn(cardId)).toBe(0);
      expect(await outcome(captureHold(ctx(), { holdId }))).toBe("hold_ended");
      await expectNoProblems();
    },
  );

  test("is only of active cards that are not frozen and not expired", async () => {
    const { ctx } = await openStore();
    const { id: inactive } = await makeCard(ctx);
    expect(await outcome(place(ctx, inactive))).toBe("card_not_active");
    const { id } = await makeCard(ctx, { amountCents: 1_000 });
    await pg()`update cards set expires_on = '2000-01-01' where id = ${id}`;
    await freeze(ctx(), { cardId: id });
    expect(await outcome(place(ctx, id))).toBe("card_frozen");
    await unfreeze(ctx(), { cardId: id });
    expect(await outcome(place(ctx, id))).toBe("card_expired");
    const { ctx: other } = await openStore();
    expect(await outcome(place(other, id))).toBe("not_found");
  });
});

describe("a hold", () => {
  test("expires at `expiresAt`, even before housekeeping runs", async () => {
    const { ctx, cardId, holdId } = await cardWithHold();
    await pg()`update holds set expires_at = statement_timestamp() + interval '5 seconds'
      where id = ${holdId}`;
    expect(await outcome(spend(ctx(), { cardId, amountCents: 401 }))).toBe("insufficient_balance");
    await passTime(cardId);
    expect((await readHold(ctx(), { holdId })).hold.status).toBe("expired");
    for (const end of [captureHold, releaseHold]) {
      await expect(end(ctx(), { holdId })).rejects.toMatchObject({
        code: "hold_ended",
        options: { extras: { status: "expired" } },
      });
    }
    expect(await heldOn(cardId)).toBe(600);
    expect((await spend(ctx(), { cardId, amountCents: 900 })).card).toMatchObject({
      balanceCents: 100,
      availableCents: 100,
    });
    await expireHolds();
    expect(await heldOn(cardId)).toBe(0);
    const [row] = await pg()`select status, ended_at = expires_at as exact from holds
      where id = ${holdId}`;
    expect(row).toEqual({ status: "expired", exact: true });
    await expectNoProblems();
  });

  test("that ended does not count towards the next one on its card", async () => {
    const { ctx, cardId } = await cardWithHold({ amountCents: 1_000 });
    await passTime(cardId);
    expect((await place(ctx, cardId, { amountCents: 1_000 })).amountCents).toBe(1_000);
    expect(await heldOn(cardId)).toBe(1_000);
  });

  test("is captured once, up to its amount, and the rest is available again", async () => {
    const { ctx, cardId, holdId } = await cardWithHold({ note: "Table 12", referenceId: "t-12" });
    await expect(captureHold(ctx(), { holdId, amountCents: 601 })).rejects.toMatchObject({
      code: "capture_exceeds_hold",
      options: { extras: { capturableCents: 600 } },
    });
    const { hold, transaction, card } = await captureHold(ctx(), { holdId, amountCents: 450 });
    expect(hold).toMatchObject({ status: "captured", capturedCents: 450, amountCents: 600 });
    const told = { type: "spend", amountCents: 450, holdId, note: "Table 12", referenceId: "t-12" };
    expect(transaction).toMatchObject(told);
    expect(card.balanceCents).toBe(550);
    await expect(captureHold(ctx(), { holdId })).rejects.toMatchObject({
      code: "hold_ended",
      options: { extras: { status: "captured" } },
    });
    expect(await outcome(spend(ctx(), { cardId, amountCents: 550 }))).toBe("done");
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 0, sequence: 3 });
    await expectNoProblems();
  });

  test("of the whole balance is no obstacle to its own capture, on an expired card too", async () => {
    const { ctx, cardId, holdId } = await cardWithHold({ amountCents: 1_000 });
    await pg()`update cards set expires_on = '2000-01-01' where id = ${cardId}`;
    const { card } = await captureHold(ctx(), { holdId, note: "Late check-out" });
    expect(card.balanceCents).toBe(0);
  });

  test("on a frozen card is not captured, and stays held", async () => {
    const { ctx, cardId, holdId } = await cardWithHold();
    await freeze(ctx(), { cardId });
    expect(await outcome(captureHold(ctx(), { holdId }))).toBe("card_frozen");
    expect((await readHold(ctx(), { holdId })).hold.status).toBe("held");
    expect(await heldOn(cardId)).toBe(600);
  });

  test("is released once, and audited", async () => {
    const { ctx, storeId, cardId, holdId } = await cardWithHold();
    expect((await releaseHold(ctx(), { holdId })).hold.status).toBe("released");
    expect(await outcome(releaseHold(ctx(), { holdId }))).toBe("hold_ended");
    expect(await outcome(spend(ctx(), { cardId, amountCents: 1_000 }))).toBe("done");
    expect(await actionsOf(storeId)).toContain("hold.released");
  });

  test("sends no webhook until it is captured", async () => {
    const { ctx, cardId, holdId } = await cardWithHold();
    const released = await place(ctx, cardId, { amountCents: 100 });
    await releaseHold(ctx(), { holdId: released.id });
    await captureHold(ctx(), { holdId });
    expect(await eventsOf(cardId)).toEqual([
      "1 card.activated 1000 1000",
      "1 card.balance_changed 1000 1000",
      "2 card.balance_changed 600 400",
      "2 card.debited 600 400",
    ]);
  });

  test("can't be read, listed, captured or released by another store", async () => {
    const { cardId, holdId } = await cardWithHold();
    const { ctx } = await openStore();
    const page = { limit: 20, offset: 0 };
    expect(await outcome(readHold(ctx(), { holdId }))).toBe("not_found");
    expect(await outcome(listHolds(ctx(), { ...page, cardId }))).toBe("not_found");
    expect(await outcome(captureHold(ctx(), { holdId }))).toBe("not_found");
    expect(await outcome(releaseHold(ctx(), { holdId }))).toBe("not_found");
  });

  test("is listed by its status of the moment, newest first", async () => {
    const { ctx, cardId, hold: expired } = await cardWithHold();
    await passTime(cardId);
    const held = await place(ctx, cardId);
    const ids = async (status?: "held" | "expired" | "released") =>
      (await listHolds(ctx(), { cardId, status, limit: 20, offset: 0 })).items.map(({ id }) => id);
    expect(await ids()).toEqual([held.id, expired.id]);
    expect(await ids("held")).toEqual([held.id]);
    expect(await ids("expired")).toEqual([expired.id]);
    expect(await ids("released")).toEqual([]);
  });
});
