import { describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { writeOffExpired } from "@/lib/domain/cards/write-off";
import { captureHold } from "@/lib/domain/holds/capture";
import { readHold } from "@/lib/domain/holds/list";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";
import { readOverview } from "@/lib/domain/reports/overview";
import { readRollForward } from "@/lib/domain/reports/roll-forward";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { transfer } from "@/lib/domain/transfers/transfer";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { cardWithHold, place } from "@/lib/testing/holds";
import {
  ADA_EMAIL,
  BOB_EMAIL,
  eventsOf,
  give,
  makeCard,
  openStore,
  outcome,
  race,
  stateOfCard,
  twoAgreedStores,
} from "@/lib/testing/ledger-fixtures";
import { activate } from "./activate";
import { credit } from "./credit";
import { disable } from "./disable";
import { freeze } from "./freeze";
import { load } from "./load";
import { type ReversalResult, reverse } from "./reverse";
import { spend } from "./spend";

type Store = Awaited<ReturnType<typeof openStore>>;

/** The operations that can be undone, each made on a card with 1000 cents if it needs one. */
const OPERATIONS: Record<string, (ctx: (more?: Partial<Ctx>) => Ctx) => Promise<{ id: string }>> = {
  debit: async (ctx) => {
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    return (await spend(ctx(), { cardId, amountCents: 300 })).transaction;
  },
  credit: async (ctx) => {
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    return (await credit(ctx(), { cardId, amountCents: 300 })).transaction;
  },
  load: async (ctx) => {
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    return (await load(ctx(), { cardId, amountCents: 300 })).transaction;
  },
  activation: async (ctx) => {
    const { id: cardId } = await makeCard(ctx);
    return (await activate(ctx(), { cardId, amountCents: 300 })).transaction;
  },
  "captured hold": async (ctx) => {
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const hold = await place(ctx, cardId, { amountCents: 400 });
    return (await captureHold(ctx(), { holdId: hold.id, amountCents: 300 })).transaction;
  },
  "store credit": async (ctx) => {
    const credited = { amountCents: 300, currency: "USD", source: "manual" };
    return (await issueStoreCredit(ctx(), { email: ADA_EMAIL, ...credited })).transaction;
  },
  refund: async (ctx) => {
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const { transaction } = await spend(ctx(), { cardId, amountCents: 300 });
    const refund = { cardId, amountCents: 200, originalTransactionId: transaction.id };
    return (await credit(ctx(), refund)).transaction;
  },
};

/** What the reports say: outstanding, and this month's changes. */
async function reportOf({ ctx }: Store) {
  const { currencies } = await readOverview(ctx());
  const { months } = await readRollForward(ctx(), { currency: "USD" });
  return { outstandingCents: currencies[0]?.outstandingCents ?? 0n, ...months[0]?.changes };
}

const reversed = (result: ReversalResult) => {
  if (result.outcome !== "reversed") throw new Error("nothing was reversed");
  return result;
};

describe("a reversal", () => {
  test.each(Object.keys(OPERATIONS))(
    "of a %s returns its amount, on the same account",
    async (name) => {
      const store = await openStore();
      const { ctx } = store;
      const { id: transactionId } = (await OPERATIONS[name]?.(ctx)) ?? { id: "" };
      const [original] = await pg()`select * from transactions where id = ${transactionId}`;
      const result = reversed(
        await reverse(ctx(), { transactionId, note: "Wrong item", referenceId: "r-1" }),
      );

      const sign = original?.type === "load" ? -1 : 1;
      expect(result.card.balanceCents - result.previousBalanceCents).toBe(
        sign * Number(original?.amount_cents),
      );
      expect(result.transaction).toMatchObject({
        type: original?.type === "load" ? "spend" : "load",
        source: "reversal",
        originalTransactionId: transactionId,
        note: "Wrong item",
        referenceId: "r-1",
      });
      expect(result.reversedTransaction.id).toBe(transactionId);
      const [row] =
        await pg()`select counter_account from transactions where id = ${result.transaction.id}`;
      expect(row?.counter_account).toBe(original?.counter_account);
      const events = await eventsOf(result.card.id);
      expect(events.filter((event) => event.startsWith(`${result.card.sequence} `))).toEqual([
        expect.stringContaining("card.balance_changed"),
        expect.stringContaining(sign > 0 ? "card.credited" : "card.debited"),
      ]);
      await expectNoProblems();
    },
  );

  test("of a captured hold leaves the hold captured, and its whole amount available", async () => {
    const { ctx, cardId, holdId } = await cardWithHold();
    const { id: transactionId } = (await captureHold(ctx(), { holdId })).transaction;
    expect(reversed(await reverse(ctx(), { transactionId })).card.balanceCents).toBe(1_000);
    const { hold } = await readHold(ctx(), { holdId });
    expect(hold).toMatchObject({ status: "captured", capturedCents: 600 });
    expect(await outcome(spend(ctx(), { cardId, amountCents: 1_000 }))).toBe("done");
  });

  test("of a redemption leaves the reports as if there had been none", async () => {
    const store = await openStore();
    const { id: cardId } = await makeCard(store.ctx, { amountCents: 1_000 });
    const before = await reportOf(store);
    const { transaction } = await spend(store.ctx(), { cardId, amountCents: 300 });
    expect(await reportOf(store)).toMatchObject({ outstandingCents: 700n, redeemed: -300n });
    await reverse(store.ctx(), { transactionId: transaction.id });
    expect(await reportOf(store)).toEqual(before);

    const topUp = (await credit(store.ctx(), { cardId, amountCents: 500 })).transaction;
    await reverse(store.ctx(), { transactionId: topUp.id });
    expect(await reportOf(store)).toEqual(before);
  });

  test("happens once, even if 12 arrive at once, and the others name it", async () => {
    const { ctx } = await openStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const { id: transactionId } = (await spend(ctx(), { cardId, amountCents: 300 })).transaction;
    expect(await race(12, () => reverse(ctx(), { transactionId }))).toEqual({
      done: 1,
      already_reversed: 11,
    });
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 1_000, sequence: 3 });
    const [reversal] = await pg()`select id from transactions where source = 'reversal'
      and original_transaction_id = ${transactionId}`;
    await expect(reverse(ctx(), { transactionId })).rejects.toMatchObject({
      options: { extras: { reversalTransactionId: reversal?.id } },
    });
  });

  test("of a load needs the balance", async () => {
    const { ctx } = await openStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 100 });
    const { id: transactionId } = (await credit(ctx(), { cardId, amountCents: 500 })).transaction;
    await spend(ctx(), { cardId, amountCents: 200 });
    await expect(reverse(ctx(), { transactionId })).rejects.toMatchObject({
      code: "insufficient_balance",
      options: { extras: { balanceCents: 400 } },
    });
  });

  test("works on an expired card without renewing it, both ways", async () => {
    const { ctx } = await openStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const { transaction: spent } = await spend(ctx(), { cardId, amountCents: 300 });
    const { transaction: loaded } = await credit(ctx(), { cardId, amountCents: 50 });
    await pg()`update cards set expires_on = current_date - 10 where id = ${cardId}`;
    const expiredOn = (
      await pg()`select expires_on::text as day from cards where id = ${cardId}`
    )[0];
    await closeDays();
    await ageBalances();
    for (const { id: transactionId } of [spent, loaded]) {
      const { card } = reversed(await reverse(ctx(), { transactionId }));
      expect(card.expiresOn).toBe(expiredOn?.day);
    }
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 1_000 });
    const [listed] = await pg()`select balance_cents::int as cents from expired_balances
      where card_id = ${cardId}`;
    expect(listed).toEqual({ cents: 1_000 });
    await expectNoProblems();
  });

  test("is refused on a disabled card", async () => {
    const { ctx } = await openStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const { id: transactionId } = (await spend(ctx(), { cardId, amountCents: 300 })).transaction;
    await disable(ctx(), { cardId });
    expect(await outcome(reverse(ctx(), { transactionId }))).toBe("card_not_active");
  });

  test("lets money into a frozen card, but not out", async () => {
    const { ctx } = await openStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const { transaction: spent } = await spend(ctx(), { cardId, amountCents: 300 });
    const { transaction: loaded } = await credit(ctx(), { cardId, amountCents: 50 });
    await freeze(ctx(), { cardId });
    expect(await outcome(reverse(ctx(), { transactionId: loaded.id }))).toBe("card_frozen");
    expect(await outcome(reverse(ctx(), { transactionId: spent.id }))).toBe("done");
  });

  test("is refused for a reversal, a gift, a transfer, a write-off, and a transaction that is another store's or nobody's", async () => {
    const [{ ctx }, away] = await twoAgreedStores();
    const card = await makeCard(ctx, { amountCents: 1_000, owner: ADA_EMAIL });
    const { transaction } = await spend(ctx(), { cardId: card.id, amountCents: 300 });
    const reversal = reversed(await reverse(ctx(), { transactionId: transaction.id }));
    await give(ctx, card, 100, { recipientEmail: BOB_EMAIL });
    const { code: toCode } = await makeCard(away.ctx, { amountCents: 100 });
    await transfer(ctx(), { fromCardId: card.id, toCode, amountCents: 100 });
    const idOf = async (type: string) =>
      (await pg()`select id from transactions where type = ${type} and card_id = ${card.id}`)[0]
        ?.id;
    const moved = [await idOf("gift_sent"), await idOf("transfer_out")];
    await pg()`update cards set expires_on = current_date - 30 where id = ${card.id}`;
    const { writtenOff } = await writeOffExpired(ctx(), { cardIds: [card.id] });
    const tried = [reversal.transaction.id, ...moved, writtenOff[0]?.transactionId];
    for (const transactionId of tried) {
      expect(transactionId).toEqual(expect.any(String));
      expect(await outcome(reverse(ctx(), { transactionId }))).toBe("not_reversible");
    }
    expect(await outcome(reverse(ctx(), { transactionId: newId() }))).toBe("not_found");
    const other = await openStore();
    const foreign = reverse(other.ctx(), { transactionId: transaction.id });
    expect(await outcome(foreign)).toBe("not_found");
  });
});
