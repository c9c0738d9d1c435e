import { afterAll, describe, expect, test, vi } from "vitest";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { isRefusal } from "@/lib/errors";
import { quoteRate } from "@/lib/fx/quote";
import { verify } from "@/lib/ledger/verify";
import { cardOf, eventsOf, keyed, openStore, stateOfCard } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { waitForLocks } from "@/lib/testing/locks";
import { readTransfer } from "./read";
import { transfer } from "./transfer";

useTestDatabase();

// Whatever a test has done, the books of every store balance.
afterAll(async () => {
  expect((await verify()).problems).toEqual([]);
});

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => (isRefusal(error) ? error.code : Promise.reject(error)),
  );

async function twoStores({ currency = "USD", there = "USD", amountCents = 1_000 } = {}) {
  const [home, away] = await Promise.all([openStore(), openStore()]);
  const from = await cardOf(home.ctx, { amountCents, currency });
  const to = await cardOf(away.ctx, { amountCents: 500, currency: there });
  return { home, away, from, to };
}

describe("transfer", () => {
  test("takes from one card and gives to the other in one commit, each with its events and its side", async () => {
    const { home, away, from, to } = await twoStores();
    const {
      card,
      transaction,
      transfer: side,
    } = await transfer(home.ctx(), {
      fromCardId: from.id,
      toCode: to.code,
      amountCents: 300,
    });

    expect(card).toMatchObject({ id: from.id, balanceCents: 700, sequence: 2 });
    expect(transaction).toMatchObject({
      type: "transfer_out",
      amountCents: 300,
      status: "completed",
    });
    expect(transaction.transferId).toBe(side.id);
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
    expect(await outcome(readTransfer((await openStore()).ctx(), { transferId: side.id }))).toBe(
      "not_found",
    );
  });

  test("between currencies converts at the quote's rate, rounding down", async () => {
    const { home, from, to } = await twoStores({ there: "JPY" });
    const { quoteId, convertedAmountCents } = await quoteRate(home.ctx(), {
      from: "USD",
      to: "JPY",
      amountCents: 999,
    });
    const { transfer: side } = await transfer(home.ctx(), {
      fromCardId: from.id,
      toCode: to.code,
      amountCents: 999,
      quoteId,
    });

    // 9.99 dollars at 171.94 yen for 1.0705 dollars are 1604.54 yen.
    expect(convertedAmountCents).toBe(1_604);
    expect(side).toMatchObject({ counterAmountCents: 1_604, counterCurrency: "JPY" });
    expect(side).toMatchObject({ rate: "160.616534329", rateAsOf: "2024-06-28" });
    expect((await stateOfCard(to.id))?.balance).toBe(2_104);
    const [row] = await pg()`select counter_account from transactions
      where card_id = ${to.id} and type = 'transfer_in'`;
    expect(row?.counter_account).toBe("fx");
  });

  test("at the rate of a quote is refused once its ten minutes are over", async () => {
    const { home, from, to } = await twoStores({ there: "JPY" });
    const { quoteId } = await quoteRate(home.ctx(), { from: "USD", to: "JPY" });
    const order = { fromCardId: from.id, toCode: to.code, amountCents: 100, quoteId };
    const quotedAtMs = Date.now();
    const afterMinutes = (minutes: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: quotedAtMs + minutes * 60_000 });
      return outcome(transfer(home.ctx(), order));
    };
    try {
      expect(await afterMinutes(9)).toBe("done");
      expect(await afterMinutes(10)).toBe("rate_stale");
    } finally {
      vi.useRealTimers();
    }
  });

  test("is refused in the documented order, and leaves no trace", async () => {
    const { home, away, from, to } = await twoStores();
    const other = await cardOf(home.ctx, { amountCents: 5 });
    const yen = await cardOf(away.ctx, { amountCents: 5, currency: "JPY" });
    const dinar = await cardOf(away.ctx, { amountCents: 5, currency: "KWD" });
    const inactive = await cardOf(away.ctx, {});
    const disabled = await cardOf(away.ctx, { amountCents: 5 });
    await disable(away.ctx(), { cardId: disabled.id });
    const expired = await cardOf(away.ctx, { amountCents: 5 });
    await pg()`update cards set expires_on = current_date - 2 where id = ${expired.id}`;
    const full = await cardOf(away.ctx, { amountCents: Number.MAX_SAFE_INTEGER });
    const closed = await cardOf((await openStore({ transfersEnabled: false })).ctx, {
      amountCents: 5,
    });
    const sourceOf = async (change: "disabled" | "expired" | "inactive") => {
      const card = await cardOf(home.ctx, change === "inactive" ? {} : { amountCents: 100 });
      if (change === "disabled") await disable(home.ctx(), { cardId: card.id });
      if (change === "expired") {
        await pg()`update cards set expires_on = current_date - 2 where id = ${card.id}`;
      }
      return card.id;
    };
    const usdQuote = (await quoteRate(home.ctx(), { from: "USD", to: "EUR" })).quoteId;
    const order = { fromCardId: from.id, toCode: to.code, amountCents: 100 };
    const ask = (change: Partial<Parameters<typeof transfer>[1]>) =>
      outcome(transfer(home.ctx(), { ...order, ...change }));
    const before = await stateOfCard(from.id);

    expect(await ask({ fromCardId: to.id })).toBe("not_found");
    expect(await ask({ ownerId: home.id })).toBe("not_found");
    for (const card of [inactive, disabled, expired, full, closed]) {
      expect(await ask({ toCode: card.code })).toBe("not_found");
    }
    expect(await ask({ toCode: "2222222222222222" })).toBe("not_found");
    expect(await ask({ toCode: "" })).toBe("not_found");
    expect(await ask({ fromCardId: await sourceOf("inactive") })).toBe("card_not_active");
    expect(await ask({ fromCardId: await sourceOf("disabled") })).toBe("card_not_active");
    expect(await ask({ fromCardId: await sourceOf("expired") })).toBe("card_expired");
    expect(await ask({ toCode: dinar.code })).toBe("currency_mismatch");
    expect(await ask({ toCode: yen.code, quoteId: usdQuote })).toBe("currency_mismatch");
    expect(await ask({ quoteId: "fxq_forged.tag" })).toBe("invalid_request");
    expect(await ask({ amountCents: 1_001 })).toBe("insufficient_balance");
    expect(await ask({ toCode: other.code, amountCents: 5 })).toBe("invalid_request");
    expect(await ask({ toCode: from.code })).toBe("invalid_request");
    await pg()`update merchants set transfers_enabled = false where id = ${home.id}`;
    expect(await ask({})).toBe("transfers_not_enabled");
    expect(await ask({ toCode: "2222222222222222" })).toBe("transfers_not_enabled");
    expect(await stateOfCard(from.id)).toEqual(before);
  });

  test("codes that find nothing run out; transfers that succeed never do", async () => {
    const { home, from, to } = await twoStores();
    const ask = (toCode: string) =>
      outcome(transfer(home.ctx(), { fromCardId: from.id, toCode, amountCents: 1 }));
    const again = keyed(home.ctx);
    const order = { fromCardId: from.id, toCode: to.code, amountCents: 1 };
    const transferred = await transfer(again(), order);
    for (let guess = 0; guess < 100; guess++) {
      expect(await ask("2222222222222222")).toBe("not_found");
      if (guess === 50) expect(await ask(to.code)).toBe("done");
    }
    expect(await ask("2222222222222222")).toBe("rate_limited");
    // What was answered before is replayed all the same, and costs nothing.
    expect((await transfer(again(), order)).transfer.id).toBe(transferred.transfer.id);
  }, 60_000);

  test("one Idempotency-Key transfers once, also when it is sent ten times at once", async () => {
    const { home, from, to } = await twoStores();
    const again = keyed(home.ctx);
    const order = { fromCardId: from.id, toCode: to.code, amountCents: 600 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => transfer(again(), order)));
    expect(new Set(answers.map(({ transfer: side }) => side.id)).size).toBe(1);
    expect((await stateOfCard(from.id))?.balance).toBe(400);
    expect((await stateOfCard(to.id))?.balance).toBe(1_100);
  });
});

describe("races", () => {
  test("transfers that cross, A to B and B to A, all succeed", async () => {
    const { home, away, from, to } = await twoStores({ amountCents: 500 });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        outcome(
          index % 2
            ? transfer(home.ctx(), { fromCardId: from.id, toCode: to.code, amountCents: 7 })
            : transfer(away.ctx(), { fromCardId: to.id, toCode: from.code, amountCents: 5 }),
        ),
      ),
    );
    expect(outcomes).toEqual(Array(20).fill("done"));
    expect(await stateOfCard(from.id)).toMatchObject({ balance: 480, sequence: 21 });
    expect(await stateOfCard(to.id)).toMatchObject({ balance: 520, sequence: 21 });
  });

  test("can't deadlock: the card with the lower id is locked first, whichever way the money goes", async () => {
    const { home, away, from, to } = await twoStores();
    const [lower = "", higher = ""] = [from.id, to.id].sort();
    for (const [ctx, source, target] of [
      [home.ctx, from, to],
      [away.ctx, to, from],
    ] as const) {
      const order = { fromCardId: source.id, toCode: target.code, amountCents: 1 };
      let transferring: Promise<unknown> | undefined;
      await pg().begin(async (tx) => {
        await tx`select from cards where id = ${lower} for no key update`;
        transferring = transfer(ctx(), order);
        await waitForLocks();
        const free = await tx`select from cards where id = ${higher} for no key update skip locked`;
        expect(free).toHaveLength(1);
      });
      await transferring;
    }
  });

  test("of ten transfers and ten debits of the whole balance exactly one wins", async () => {
    const { home, from, to } = await twoStores();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        outcome(
          index % 2
            ? transfer(home.ctx(), { fromCardId: from.id, toCode: to.code, amountCents: 1_000 })
            : spend(home.ctx(), { cardId: from.id, amountCents: 1_000 }),
        ),
      ),
    );
    expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "insufficient_balance")).toHaveLength(19);
    expect(await stateOfCard(from.id)).toMatchObject({ balance: 0, sequence: 2 });
  });

  test("a card that is disabled meanwhile is transferred from before, or not at all", async () => {
    for (let round = 0; round < 10; round++) {
      const { home, away, from, to } = await twoStores();
      const [moved, ended] = await Promise.all([
        outcome(transfer(home.ctx(), { fromCardId: from.id, toCode: to.code, amountCents: 400 })),
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
    const { home, from, to } = await twoStores();
    await transfer(home.ctx(), { fromCardId: from.id, toCode: to.code, amountCents: 100 });
    const change = (cents: number) => pg()`update transfers
      set amount_cents = amount_cents + ${cents} where direction = 'in'`;
    await change(1);
    const checks = new Set((await verify()).problems.map(({ check }) => check));
    expect(checks).toEqual(
      new Set(["a transfer has two sides that agree", "what was transferred is cleared"]),
    );
    await change(-1);
  });
});
