import { describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/context";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { verify } from "@/lib/ledger/verify";
import { ageBalances } from "@/lib/reports/age-balances";
import { closeDays } from "@/lib/reports/close-days";
import { readOverview } from "@/lib/reports/overview";
import { readRollForward } from "@/lib/reports/roll-forward";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import {
  ADA_EMAIL,
  atOnce,
  BOB_EMAIL,
  eventsOf,
  give,
  makeCard,
  openStore,
  outcome,
  race,
  stateOfCard,
} from "@/lib/testing/ledger-fixtures";
import { raceToWrite } from "@/lib/testing/locks";
import { disable } from "./disable";
import { activate, credit, load, spend } from "./movements";
import { type ReversalResult, reverse } from "./reverse";

type Store = Awaited<ReturnType<typeof openStore>>;

const requestWith = (key: string) => ({
  idempotency: { key, fingerprint: Buffer.from("request"), path: "/api/v1/cards/x/debit" },
});

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
      expect((await verify()).problems).toEqual([]);
    },
  );

  test("of a redemption leaves the reports as if there had been none, also on closed days", async () => {
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
    await closeDays();
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
    if (listed) expect(listed.cents).toBe(1_000);
    expect((await verify()).problems).toEqual([]);
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
    await pg()`update cards set frozen_reason = 'lost' where id = ${cardId}`;
    expect(await outcome(reverse(ctx(), { transactionId: loaded.id }))).toBe("card_frozen");
    expect(await outcome(reverse(ctx(), { transactionId: spent.id }))).toBe("done");
  });

  test("is refused for a reversal, a gift, and a transaction that is another store's or nobody's", async () => {
    const { ctx } = await openStore();
    const card = await makeCard(ctx, { amountCents: 1_000, owner: ADA_EMAIL });
    const { transaction } = await spend(ctx(), { cardId: card.id, amountCents: 300 });
    const reversal = reversed(await reverse(ctx(), { transactionId: transaction.id }));
    await give(ctx, card, 100, { recipientEmail: BOB_EMAIL });
    const [gift] = await pg()`select id from transactions where type = 'gift_sent'
      and card_id = ${card.id}`;
    const tried = [reversal.transaction.id, gift?.id, newId()];
    const outcomes = tried.map((transactionId) => outcome(reverse(ctx(), { transactionId })));
    expect(await Promise.all(outcomes)).toEqual(["not_reversible", "not_reversible", "not_found"]);
    const other = await openStore();
    const foreign = reverse(other.ctx(), { transactionId: transaction.id });
    expect(await outcome(foreign)).toBe("not_found");
  });
});

describe("a reversal by the key of a request", () => {
  async function till() {
    const { ctx } = await openStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const key = newId();
    const debit = (amountCents = 300) => spend(ctx(requestWith(key)), { cardId, amountCents });
    const undo = (more?: Partial<Ctx>) => reverse(ctx(more), { idempotencyKey: key });
    return { ctx, cardId, key, debit, undo };
  }

  test("undoes what the request did", async () => {
    const { cardId, debit, undo } = await till();
    await debit();
    expect(await undo()).toMatchObject({ outcome: "reversed", card: { balanceCents: 1_000 } });
    expect(await outcome(undo())).toBe("already_reversed");
    // The retry is still answered with what happened first.
    expect(await debit()).toMatchObject({ card: { balanceCents: 700 } });
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 1_000, sequence: 3 });
  });

  test("that never arrived does nothing, and neither does the request when it arrives", async () => {
    const { cardId, debit, undo } = await till();
    expect(await undo()).toEqual({ outcome: "nothing_to_reverse" });
    expect(await undo()).toEqual({ outcome: "nothing_to_reverse" });
    expect(await outcome(debit())).toBe("idempotency_key_voided");
    expect(await outcome(debit(400))).toBe("idempotency_key_voided");
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 1_000, sequence: 1 });
  });

  test("that was refused does nothing, and leaves its refusal", async () => {
    const { debit, undo } = await till();
    expect(await outcome(debit(1_001))).toBe("insufficient_balance");
    expect(await undo()).toEqual({ outcome: "nothing_to_reverse" });
    expect(await outcome(debit(1_001))).toBe("insufficient_balance");
  });

  test("can't be its own, or that of a request that moved nothing", async () => {
    const { ctx, key, undo } = await till();
    expect(await outcome(undo(requestWith(key)))).toBe("invalid_request");
    const disabling = newId();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1 });
    await disable(ctx(requestWith(disabling)), { cardId });
    const undone = reverse(ctx(), { idempotencyKey: disabling });
    expect(await outcome(undone)).toBe("not_reversible");
  });

  test("repeated under its own key gets its first response", async () => {
    const { debit, undo } = await till();
    const same = requestWith(newId());
    expect(await undo(same)).toEqual({ outcome: "nothing_to_reverse" });
    expect(await undo(same)).toEqual({ outcome: "nothing_to_reverse" });
    expect(await outcome(debit())).toBe("idempotency_key_voided");
  });

  type Till = Awaited<ReturnType<typeof till>>;

  /** Which of the two states a race ended in. Throws on any third. */
  async function endOf({ cardId, debit, undo }: Till, debited: string, undone: string) {
    const state = await stateOfCard(cardId);
    expect(state?.balance).toBe(1_000);
    const found = `${debited}, ${undone}, ${state?.history.join(", ")}`;
    expect([
      "done, reversed, load completed, spend completed, load completed",
      "idempotency_key_voided, nothing_to_reverse, load completed",
    ]).toContain(found);
    // Both stay what they are.
    expect(await outcome(debit())).toBe(debited);
    const again = undone === "reversed" ? "already_reversed" : "done";
    expect(await outcome(undo())).toBe(again);
    return undone;
  }

  const outcomeOfReversal = (work: Promise<ReversalResult>) =>
    work.then((result) => result.outcome);

  test("and the request, at the same time, end in one of two states: done and reversed, or never done", async () => {
    const ends = await atOnce(100, async (n) => {
      const one = await till();
      const both: [Promise<string>, Promise<string>] =
        n % 2 === 0
          ? [outcome(one.debit()), outcomeOfReversal(one.undo())]
          : ([outcomeOfReversal(one.undo()), outcome(one.debit())].reverse() as never);
      const [debited, undone] = await Promise.all(both);
      return await endOf(one, debited, undone);
    });
    expect(ends).toHaveLength(100);
    expect((await verify()).problems).toEqual([]);
  });

  test.each(Array.from({ length: 6 }, (_, n) => n))(
    "and the request, each about to commit before the other, end in one of two states (%i)",
    async () => {
      const one = await till();
      const [debited, undone] = await raceToWrite("idempotency_keys", () =>
        Promise.all([outcome(one.debit()), outcomeOfReversal(one.undo())]),
      );
      await endOf(one, debited, undone);
    },
  );
});
