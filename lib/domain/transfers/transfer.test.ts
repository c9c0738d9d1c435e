import { afterAll, describe, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { quoteRate } from "@/lib/domain/fx/quote";
import type { AgreementLimits } from "@/lib/domain/transfers/agreements/agreement";
import { endAgreement } from "@/lib/domain/transfers/agreements/end";
import { verify } from "@/lib/ledger/verify/verify";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { asOwner } from "@/lib/testing/database";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import {
  atOnce,
  eventsOf,
  makeCard,
  openStore,
  outcome,
  race,
  sameRequestContexts,
  stateOfCard,
} from "@/lib/testing/ledger-fixtures";
import { waitForLocks } from "@/lib/testing/locks";
import { readTransfer } from "./read";
import { type TransferOrder, transfer } from "./transfer";

// After all tests, every store's ledger still balances.
afterAll(async () => {
  await expectNoProblems();
});

async function twoStores({
  currency = "USD",
  there = "USD",
  amountCents = 1_000,
  limits = {} as Partial<AgreementLimits>,
} = {}) {
  const [home, away] = await Promise.all([openStore(), openStore()]);
  const agreementId = await agreeOnTransfers(home.id, away.id, limits);
  const from = await makeCard(home.ctx, { amountCents, currency });
  const to = await makeCard(away.ctx, { amountCents: 500, currency: there });
  /** Transfers this amount from the first card to the second, unless `more` changes the order. */
  const send = (amountCents: number, more: Partial<TransferOrder> = {}, ctx = home.ctx()) =>
    transfer(ctx, { fromCardId: from.id, toCode: to.code, amountCents, ...more });
  return { home, away, from, to, send, agreementId };
}

describe("transfer", () => {
  test("takes from one card and gives to the other in one commit, each with its events and its side", async () => {
    const { home, away, from, to, send } = await twoStores();
    const { card, transaction, transfer: side } = await send(300);

    expect(card).toMatchObject({ id: from.id, balanceCents: 700, sequence: 2 });
    const movement = { type: "transfer_out", amountCents: 300, status: "completed" };
    expect(transaction).toMatchObject({ ...movement, transferId: side.id });
    expect(await stateOfCard(to.id)).toMatchObject({
      balance: 800,
      history: ["load completed", "transfer_in completed"],
    });
    expect(await eventsOf(from.id)).toEqual([
      "1 card.activated 1000 1000",
      "1 card.balance_changed 1000 1000",
      "2 card.balance_changed 300 700",
      "2 card.transferred_out 300 700",
    ]);
    expect((await eventsOf(to.id)).slice(2)).toEqual([
      "2 card.balance_changed 300 800",
      "2 card.transferred_in 300 800",
    ]);

    const mine = (await readTransfer(home.ctx(), { transferId: side.id })).transfer;
    const theirs = (await readTransfer(away.ctx(), { transferId: side.id })).transfer;
    expect([mine.direction, mine.cardId]).toEqual(["out", from.id]);
    expect([theirs.direction, theirs.cardId]).toEqual(["in", to.id]);
    expect(JSON.stringify(mine)).not.toContain(to.id);
    expect(JSON.stringify(theirs)).not.toContain(from.id);
    const rows = await pg()`select merchant_id, type, counter_account, actor, transfer_id
      from transactions where transfer_id = ${side.id} order by type`;
    expect(rows.map((row) => [row.merchant_id, row.type, row.counter_account])).toEqual([
      [away.id, "transfer_in", "transfer_clearing"],
      [home.id, "transfer_out", "transfer_clearing"],
    ]);
    expect(rows[0]?.actor).toBe(`store:${home.id}`);
    const stranger = await openStore();
    expect(await outcome(readTransfer(stranger.ctx(), { transferId: side.id }))).toBe("not_found");
  });

  test("between currencies converts at the quote's rate, rounding down", async () => {
    const { home, to, send } = await twoStores({ there: "JPY" });
    const wanted = { from: "USD", to: "JPY", amountCents: 999 };
    const { quoteId, convertedAmountCents } = await quoteRate(home.ctx(), wanted);
    const { transfer: side } = await send(999, { quoteId });

    // $9.99 at 171.94 yen per $1.0705 is 1,604.56 yen.
    expect(convertedAmountCents).toBe(1_604);
    expect(side).toMatchObject({ counterAmountCents: 1_604, counterCurrency: "JPY" });
    expect(side).toMatchObject({ rate: "160.616534329", rateAsOf: "2024-06-28" });
    expect((await stateOfCard(to.id))?.balance).toBe(2_104);
    const [row] = await pg()`select counter_account from transactions
      where card_id = ${to.id} and type = 'transfer_in'`;
    expect(row?.counter_account).toBe("fx");
  });

  test("at the rate of a quote is refused once its ten minutes are over", async () => {
    const { home, send } = await twoStores({ there: "JPY" });
    const { quoteId } = await quoteRate(home.ctx(), { from: "USD", to: "JPY" });
    const quotedAtMs = Date.now();
    const afterMinutes = (minutes: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: quotedAtMs + minutes * 60_000 });
      return outcome(send(100, { quoteId }));
    };
    try {
      expect(await afterMinutes(9)).toBe("done");
      expect(await afterMinutes(10)).toBe("rate_stale");
    } finally {
      vi.useRealTimers();
    }
  });

  test("is refused in the documented order, and leaves no trace", async () => {
    const { home, away, from, to, send, agreementId } = await twoStores();
    const cardIn = async (state: "inactive" | "disabled" | "expired", { ctx } = home) => {
      const card = await makeCard(ctx, state === "inactive" ? {} : { amountCents: 100 });
      if (state === "disabled") await disable(ctx(), { cardId: card.id });
      if (state === "expired")
        await pg()`update cards set expires_on = current_date - 2 where id = ${card.id}`;
      return card;
    };
    const stranger = await openStore();
    const ofStranger = await makeCard(stranger.ctx, { amountCents: 5 });
    const unknown = "2222222222222222";
    const codes: string[] = [];
    for (const card of [
      await cardIn("inactive", away),
      await cardIn("disabled", away),
      await cardIn("expired", away),
      await makeCard(away.ctx, { amountCents: Number.MAX_SAFE_INTEGER }),
    ]) {
      codes.push(card.code);
    }
    const other = await makeCard(home.ctx, { amountCents: 5 });
    const yen = await makeCard(away.ctx, { amountCents: 5, currency: "JPY" });
    const dinar = await makeCard(away.ctx, { amountCents: 5, currency: "KWD" });
    const { quoteId } = await quoteRate(home.ctx(), { from: "USD", to: "EUR" });
    const before = await stateOfCard(from.id);

    for (const [wrong, refusal] of [
      [{ fromCardId: to.id }, "not_found"],
      [{ ownerId: home.id }, "not_found"],
      ...codes.map((toCode) => [{ toCode }, "not_found"] as const),
      ...[unknown, "", ofStranger.code].map(
        (toCode) => [{ toCode }, "transfers_not_enabled"] as const,
      ),
      [{ fromCardId: (await cardIn("inactive")).id }, "card_not_active"],
      [{ fromCardId: (await cardIn("disabled")).id }, "card_not_active"],
      [{ fromCardId: (await cardIn("expired")).id }, "card_expired"],
      [{ toCode: dinar.code }, "currency_mismatch"],
      [{ toCode: yen.code, quoteId }, "currency_mismatch"],
      [{ quoteId: "fxq_forged.tag" }, "invalid_request"],
      [{ amountCents: 1_001 }, "insufficient_balance"],
      [{ toCode: other.code, amountCents: 5 }, "invalid_request"],
      [{ toCode: from.code }, "invalid_request"],
    ] as const) {
      expect(await outcome(send(100, wrong)), JSON.stringify(wrong)).toBe(refusal);
    }
    await endAgreement(away.ctx(), { id: agreementId });
    for (const toCode of [to.code, unknown])
      expect(await outcome(send(100, { toCode }))).toBe("transfers_not_enabled");
    expect(await stateOfCard(from.id)).toEqual(before);
  });

  test("codes that find nothing run out; transfers that succeed never do", async () => {
    const { home, send } = await twoStores();
    const guess = () => outcome(send(1, { toCode: "2222222222222222" }));
    const again = sameRequestContexts(home.ctx);
    const transferred = await send(1, {}, again());
    for (let guesses = 0; guesses < 100; guesses++) {
      expect(await guess()).toBe("transfers_not_enabled");
      if (guesses === 50) expect(await outcome(send(1))).toBe("done");
    }
    expect(await guess()).toBe("rate_limited");
    // An earlier response is still replayed, and does not count as a guess.
    expect((await send(1, {}, again())).transfer.id).toBe(transferred.transfer.id);
  });

  test("one Idempotency-Key transfers once, also when it is sent ten times at once", async () => {
    const { home, from, to, send } = await twoStores();
    const again = sameRequestContexts(home.ctx);
    const answers = await atOnce(10, () => send(600, {}, again()));
    expect(new Set(answers.map(({ transfer: side }) => side.id)).size).toBe(1);
    expect((await stateOfCard(from.id))?.balance).toBe(400);
    expect((await stateOfCard(to.id))?.balance).toBe(1_100);
  });
});

describe("races", () => {
  test("transfers that cross, A to B and B to A, all succeed", async () => {
    const { away, from, to, send } = await twoStores({ amountCents: 500 });
    const back = { fromCardId: to.id, toCode: from.code };
    const outcomes = await race(20, (n) => (n % 2 ? send(7) : send(5, back, away.ctx())));
    expect(outcomes).toEqual({ done: 20 });
    expect(await stateOfCard(from.id)).toMatchObject({ balance: 480, sequence: 21 });
    expect(await stateOfCard(to.id)).toMatchObject({ balance: 520, sequence: 21 });
  });

  test("can't deadlock: the card with the lower id is locked first, whichever way the money goes", async () => {
    const { home, away, from, to, send } = await twoStores();
    const [lower = "", higher = ""] = [from.id, to.id].sort();
    for (const [ctx, source, target] of [
      [home.ctx, from, to],
      [away.ctx, to, from],
    ] as const) {
      const order = { fromCardId: source.id, toCode: target.code };
      let transferring: Promise<unknown> | undefined;
      await pg().begin(async (tx) => {
        await tx`select from cards where id = ${lower} for no key update`;
        transferring = send(1, order, ctx());
        await waitForLocks();
        const free = await tx`select from cards where id = ${higher} for no key update skip locked`;
        expect(free).toHaveLength(1);
      });
      await transferring;
    }
  });

  test.each(["ends", "changes its currency"])(
    "an agreement that %s meanwhile lets no transfer through",
    async (how) => {
      const { away, from, to, send, agreementId } = await twoStores();
      let transferring: Promise<string> | undefined;
      await pg().begin(async (tx) => {
        await tx`select from cards where id in (${from.id}, ${to.id}) for no key update`;
        transferring = outcome(send(400));
        await waitForLocks();
        if (how === "ends") await endAgreement(away.ctx(), { id: agreementId });
        else
          await tx`update transfer_agreements set currency = 'JPY' where merchant_id = ${away.id}`;
      });
      expect(await transferring).toBe("transfers_not_enabled");
      expect((await stateOfCard(from.id))?.balance).toBe(1_000);
      expect(await outcome(send(1))).toBe(how === "ends" ? "transfers_not_enabled" : "done");
    },
  );

  test("without an agreement, or after it, waits for no card of the other store", async () => {
    const { home, send } = await twoStores();
    const [stranger, former] = [await openStore(), await openStore()];
    const id = await agreeOnTransfers(home.id, former.id);
    await endAgreement(former.ctx(), { id });
    for (const { ctx } of [stranger, former]) {
      const card = await makeCard(ctx, { amountCents: 5 });
      await pg().begin(async (tx) => {
        await tx`select from cards where id = ${card.id} for no key update`;
        expect(await outcome(send(1, { toCode: card.code }))).toBe("transfers_not_enabled");
      });
    }
  });

  test("of ten transfers and ten debits of the whole balance exactly one wins", async () => {
    const { home, from, send } = await twoStores();
    const outcomes = await race(20, (n) =>
      n % 2 ? send(1_000) : spend(home.ctx(), { cardId: from.id, amountCents: 1_000 }),
    );
    expect(outcomes).toEqual({ done: 1, insufficient_balance: 19 });
    expect(await stateOfCard(from.id)).toMatchObject({ balance: 0, sequence: 2 });
  });

  test("a card that is disabled meanwhile is transferred from before, or not at all", async () => {
    for (let round = 0; round < 10; round++) {
      const { home, away, from, to, send } = await twoStores();
      const [moved, ended] = await Promise.all([
        outcome(send(400)),
        round % 2
          ? outcome(disable(home.ctx(), { cardId: from.id }))
          : outcome(disable(away.ctx(), { cardId: to.id })),
      ]);
      expect(ended).toBe("done");
      expect(["done", "card_not_active", "not_found"]).toContain(moved);
      const arrived = moved === "done" ? 400 : 0;
      expect((await stateOfCard(from.id))?.balance).toBe(1_000 - arrived);
      expect((await stateOfCard(to.id))?.balance).toBe(500 + arrived);
    }
  });

  test("a side that is missing or says something else is found", async () => {
    await (await twoStores()).send(100);
    const change = (cents: number) =>
      asOwner(
        (sql) => sql`update transfers
          set amount_cents = amount_cents + ${cents} where direction = 'in'`,
      );
    await change(1);
    const checks = new Set((await verify()).problems.map(({ check }) => check));
    expect(checks).toEqual(new Set(["the two sides of a transfer match", "transfers are cleared"]));
    await change(-1);
  });
});
