import { afterAll, describe, expect, test, vi } from "vitest";
import { found } from "@/lib/base/errors";
import { db, pg } from "@/lib/db/client/client";
import { transfer } from "@/lib/domain/transfers/transfer";
import { verify } from "@/lib/ledger/verify/verify";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { atOnce, makeCard, openStore, outcome, race } from "@/lib/testing/ledger-fixtures";
import { type AgreementLimits, readSides } from "./agreement";
import { changeLimits } from "./change-limits";
import { endAgreement } from "./end";
import { recordPayment } from "./record-payment";

afterAll(async () => {
  await expectNoProblems();
});

/** Two stores with these limits on both sides, and a card with 10,000 cents at each. */
async function agreedStores(limits: Partial<AgreementLimits>, there = "USD") {
  const [home, away] = [await openStore(), await openStore({ currency: there })];
  const id = await agreeOnTransfers(home.id, away.id, limits);
  const from = await makeCard(home.ctx, { amountCents: 10_000 });
  const to = await makeCard(away.ctx, { amountCents: 10_000, currency: there });
  const send = (amountCents: number) =>
    transfer(home.ctx(), { fromCardId: from.id, toCode: to.code, amountCents });
  const sendBack = (amountCents: number) =>
    transfer(away.ctx(), { fromCardId: to.id, toCode: from.code, amountCents });
  /** What is left according to the refusal of a transfer, or "done". */
  const leftAfter = (sending: Promise<unknown>) =>
    sending.then(
      () => "done",
      (error) => {
        expect(error.code).toBe("transfer_limit_exceeded");
        return error.options.extras.availableCents as number;
      },
    );
  const sides = async () => found(await readSides(db(), home.id, away.id));
  return { home, away, id, from, send, sendBack, leftAfter, sides };
}

describe("a limit", () => {
  test("per transfer, per day and on what is unsettled applies, each in both directions by itself", async () => {
    for (const [limits, allowed] of [
      [{ maxTransferCents: 300 }, [300, 300, 300]],
      [{ maxDayCents: 500 }, [300, 200]],
      [{ maxUnsettledCents: 500 }, [300, 200]],
    ] as const) {
      const { send, sendBack, leftAfter } = await agreedStores(limits);
      for (const cents of allowed) expect(await leftAfter(send(cents))).toBe("done");
      const left = "maxTransferCents" in limits ? 300 : 0;
      expect(await leftAfter(send(left + 1))).toBe(left);
      for (const cents of allowed) expect(await leftAfter(sendBack(cents))).toBe("done");
      expect(await leftAfter(sendBack(left + 1))).toBe(left);
    }
  });

  test("of either store applies, and what is left is in the sending card's currency", async () => {
    const { home, away, id, send, sendBack, leftAfter } = await agreedStores({}, "JPY");
    const limits = { maxDayCents: 1_000_000, maxUnsettledCents: 1_000_000 };
    await changeLimits(home.ctx(), { id, ...limits, maxTransferCents: 500 });
    expect(await leftAfter(send(501))).toBe(500);
    // $5.00 at 160.616534329 yen per dollar.
    expect(await leftAfter(sendBack(900))).toBe(803);
    await changeLimits(away.ctx(), { id, ...limits, maxTransferCents: 400 });
    // 400 yen at 0.00622600907 dollars per yen.
    expect(await leftAfter(send(500))).toBe(249);
    expect(await leftAfter(send(248))).toBe("done");
  });

  test("holds under concurrent transfers in both directions", async () => {
    const { home, away, sides } = await agreedStores({ maxDayCents: 1_000 });
    // Each transfer has cards of its own, whose locks would otherwise keep transfers apart.
    const pairs = await atOnce(20, async () => ({
      here: await makeCard(home.ctx, { amountCents: 1_000 }),
      there: await makeCard(away.ctx, { amountCents: 1_000 }),
    }));
    const outcomes = await race(20, async (n) => {
      const { here, there } = found(pairs[n]);
      const [ctx, from, to] = n % 2 ? [home.ctx(), here, there] : [away.ctx(), there, here];
      return await transfer(ctx, { fromCardId: from.id, toCode: to.code, amountCents: 150 });
    });
    expect(outcomes).toEqual({ done: 12, transfer_limit_exceeded: 8 });
    const { mine, theirs } = await sides();
    for (const side of [mine, theirs]) {
      expect(side).toMatchObject({ sentCents: 900, receivedCents: 900 });
      expect(side).toMatchObject({ owedToUsCents: 900, owedByUsCents: 900 });
    }
  });

  test("per day starts again with the next day, in UTC", async () => {
    const { send, leftAfter } = await agreedStores({ maxDayCents: 500 });
    expect(await leftAfter(send(500))).toBe("done");
    expect(await leftAfter(send(1))).toBe(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    try {
      expect(await leftAfter(send(500))).toBe("done");
      expect(await leftAfter(send(1))).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("what is owed", () => {
  test("falls by payments that the store that is owed records, never by another's word", async () => {
    const { home, away, id, send, leftAfter } = await agreedStores({ maxUnsettledCents: 1_000 });
    await send(1_000);
    expect(await leftAfter(send(1))).toBe(0);
    const pay = (ctx: typeof home.ctx, amountCents: number) =>
      outcome(recordPayment(ctx(), { id, amountCents }));
    expect(await pay(home.ctx, 1)).toBe("invalid_request");
    expect(await pay((await openStore()).ctx, 1)).toBe("not_found");
    expect(await pay(away.ctx, 1_001)).toBe("invalid_request");
    expect(await pay(away.ctx, 400)).toBe("done");
    expect(await leftAfter(send(401))).toBe(400);
    expect(await leftAfter(send(400))).toBe("done");
  });

  test("is checked against the transfers and payments, also between currencies", async () => {
    const { home, away, id, send, sendBack } = await agreedStores({}, "EUR");
    for (const cents of [333, 501, 7]) await send(cents);
    await sendBack(250);
    for (const cents of [101, 202]) await recordPayment(away.ctx(), { id, amountCents: cents });
    await expectNoProblems();
    const change = (cents: number) => pg()`update transfer_agreements
      set owed_to_us_cents = owed_to_us_cents + ${cents} where merchant_id = ${home.id}`;
    await change(1);
    expect((await verify()).problems).toMatchObject([
      {
        check: "amounts owed between stores match unpaid transfers",
        merchantId: home.id,
        subject: id,
      },
    ]);
    await change(-1);
  });

  test("outlives the agreement's end, and can still be paid", async () => {
    const { home, away, id, send, sides } = await agreedStores({});
    await send(700);
    await endAgreement(home.ctx(), { id });
    expect(await outcome(send(1))).toBe("transfers_not_enabled");
    const { agreement } = await recordPayment(away.ctx(), { id, amountCents: 300 });
    expect(agreement).toMatchObject({ status: "ended", owedToUsCents: 400 });
    expect((await sides()).mine).toMatchObject({ owedByUsCents: 400 });
  });
});
