import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { exportJournal } from "@/lib/domain/reports/journal";
import { readRollForward } from "@/lib/domain/reports/roll-forward";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { eventsOf, makeCard, openStore, outcome, race } from "@/lib/testing/ledger-fixtures";
import { credit } from "./credit";
import { replace } from "./replace";
import { reverse } from "./reverse";
import { spend } from "./spend";

/** A card with 1000 cents of which 500 were redeemed, and functions that refund and undo. */
async function sale() {
  const store = await openStore();
  const { ctx } = store;
  const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
  const { transaction: sold } = await spend(ctx(), { cardId, amountCents: 500 });
  const refund = (amountCents: number, originalTransactionId = sold.id) =>
    credit(ctx(), { cardId, amountCents, originalTransactionId });
  return { ...store, cardId, sold, refund };
}

const leftToRefund = (refundableCents: number) => ({
  code: "refund_exceeds_original",
  options: { extras: { refundableCents } },
});

test("refunds of a redemption add up to its amount at most; the next is refused with what is left", async () => {
  const { refund } = await sale();
  expect((await refund(200)).transaction).toMatchObject({ type: "load", source: "refund" });
  await expect(refund(301)).rejects.toMatchObject(leftToRefund(300));
  expect((await refund(300)).card.balanceCents).toBe(1_000);
  await expect(refund(1)).rejects.toMatchObject(leftToRefund(0));
});

test("a purchase with a card that was replaced is refunded to the new card, within what is left", async () => {
  const { ctx, cardId, sold, refund } = await sale();
  await refund(200);
  const { card } = await replace(ctx(), { cardId });
  const again = await replace(ctx(), { cardId: card.id });
  const order = { cardId: again.card.id, originalTransactionId: sold.id };
  await expect(credit(ctx(), { ...order, amountCents: 301 })).rejects.toMatchObject(
    leftToRefund(300),
  );
  expect((await credit(ctx(), { ...order, amountCents: 300 })).card.balanceCents).toBe(1_000);
  const other = await makeCard(ctx, { amountCents: 1 });
  expect(await outcome(credit(ctx(), { ...order, cardId: other.id, amountCents: 1 }))).toBe(
    "not_found",
  );
  await expectNoProblems();
});

test("of 12 refunds at once, only those that fit are made", async () => {
  const { refund } = await sale();
  expect(await race(12, () => refund(100))).toEqual({ done: 5, refund_exceeds_original: 7 });
  await expectNoProblems();
});

test("a redemption is either refunded or reversed, and a reversed refund can be made again", async () => {
  const { ctx, sold, refund } = await sale();
  const { transaction } = await refund(200);
  const undo = (transactionId: string) => reverse(ctx(), { transactionId });
  await expect(undo(sold.id)).rejects.toMatchObject(leftToRefund(300));
  await undo(transaction.id);
  await refund(500);
  await expect(undo(sold.id)).rejects.toMatchObject(leftToRefund(0));

  const other = await sale();
  await reverse(other.ctx(), { transactionId: other.sold.id });
  await expect(other.refund(1)).rejects.toMatchObject(leftToRefund(0));
});

test("only a redemption of the same card is refunded", async () => {
  const { ctx, sold, refund, cardId } = await sale();
  const [activation] = await pg()`select id from transactions
    where card_id = ${cardId} and sequence = 1`;
  expect(await outcome(refund(1, activation?.id))).toBe("not_refundable");
  expect(await outcome(refund(1, newId()))).toBe("not_found");
  const other = await makeCard(ctx, { amountCents: 1_000 });
  const elsewhere = { cardId: other.id, amountCents: 1, originalTransactionId: sold.id };
  expect(await outcome(credit(ctx(), elsewhere))).toBe("not_found");
  const foreign = await sale();
  expect(await outcome(foreign.refund(1, sold.id))).toBe("not_found");
});

test("a refund is no sale: it reverses redemption, renews no expiration date, and its event isn't card.reloaded", async () => {
  const { ctx, cardId, refund } = await sale();
  await pg()`update cards set expires_on = '2030-01-01' where id = ${cardId}`;
  await refund(200);
  const unlinked = await credit(ctx(), { cardId, amountCents: 100, source: "refund" });
  expect(unlinked.card.expiresOn).toBe("2030-01-01");
  const { months } = await readRollForward(ctx(), { currency: "USD" });
  expect(months[0]?.changes).toMatchObject({ issued: 1_000n, redeemed: -200n });
  expect((await eventsOf(cardId)).filter((event) => /^[34] /.test(event))).toEqual([
    "3 card.balance_changed 200 700",
    "3 card.credited 200 700",
    "4 card.balance_changed 100 800",
    "4 card.credited 100 800",
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const entries = [];
  for await (const batch of exportJournal(ctx(), { from: today, to: today, by: "day" })) {
    entries.push(...batch.map((entry) => `${entry.type} ${entry.counterAccount} ${entry.cents}`));
  }
  expect(entries).toEqual(["load issuance 1000", "load redemption 300", "spend redemption 500"]);
  const { card } = await credit(ctx(), { cardId, amountCents: 1, source: "top_up" });
  expect(card.expiresOn).not.toBe("2030-01-01");
});
