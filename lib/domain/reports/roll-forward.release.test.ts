import fc from "fast-check";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { isIncoming } from "@/lib/db/schema/transactions";
import {
  bareCard,
  completeMovement,
  problemsOfMovements,
  writeMovement,
} from "@/lib/testing/movements";
import { SEED, scaled } from "@/lib/testing/random";
import { createStore } from "@/lib/testing/store";
import { closeDays } from "./close-days";
import { readOverview } from "./overview";
import { readRollForward } from "./roll-forward";

const HISTORY_COUNT = scaled(3);
const DAY_MS = 86_400_000;

const KINDS = [
  { type: "load", counterAccount: "issuance", kind: "issued" },
  { type: "load", counterAccount: "store_credit", kind: "credited" },
  { type: "spend", counterAccount: "redemption", kind: "redeemed" },
  { type: "spend", counterAccount: "breakage", kind: "breakage" },
  { type: "transfer_in", counterAccount: "transfer_clearing", kind: "transfers" },
  { type: "transfer_out", counterAccount: "fx", kind: "transfers" },
  { type: "gift_sent", counterAccount: "escrow", kind: "gifts" },
  { type: "gift_received", counterAccount: "escrow", kind: "gifts" },
] as const;

const movements = fc.array(
  fc.record({
    what: fc.constantFrom(...KINDS),
    currency: fc.constantFrom("USD", "KWD"),
    daysAgo: fc.integer({ min: 0, max: 400 }),
    amountCents: fc.integer({ min: 1, max: 500 }),
    status: fc.constantFrom("completed", "completed", "pending"),
    completes: fc.boolean(),
  }),
  { minLength: 1, maxLength: 15 },
);

type Kind = (typeof KINDS)[number]["kind"];
type Sums = Map<string, bigint>;

/** Monthly sums computed from the transactions, independently of the totals. */
async function sumsFromLedger(merchantId: string, zone: string, currency: string): Promise<Sums> {
  const rows = await pg()<{ month: string; type: string; account: string; cents: string }[]>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM') as month, type,
      counter_account as account, amount_cents as cents
    from transactions where merchant_id = ${merchantId} and currency = ${currency}`;
  const sums: Sums = new Map();
  for (const { month, type, account, cents } of rows) {
    const kind = KINDS.find((one) => one.type === type && one.counterAccount === account)?.kind;
    const sign = isIncoming(type) ? 1n : -1n;
    const place = `${month} ${kind}`;
    sums.set(place, (sums.get(place) ?? 0n) + sign * BigInt(cents));
  }
  return sums;
}

async function expectReportMatchesLedger(
  { id, ctx }: Awaited<ReturnType<typeof createStore>>,
  zone: string,
) {
  const balances = await pg()<{ currency: string; cents: string }[]>`
    select currency, sum(balance_cents)::text as cents from cards where merchant_id = ${id}
    group by 1`;
  for (const { currency, cents } of balances) {
    const { months } = await readRollForward(ctx(), { currency });
    const oldestFirst = months.toReversed();
    let before = 0n;
    const shown: Sums = new Map();
    for (const { month, openingCents, changes, closingCents } of oldestFirst) {
      expect(openingCents).toBe(before);
      const changed = Object.values(changes).reduce((sum, one) => sum + one, 0n);
      expect(closingCents).toBe(openingCents + changed);
      before = closingCents;
      for (const [kind, sum] of Object.entries(changes) as [Kind, bigint][]) {
        if (sum !== 0n) shown.set(`${month} ${kind}`, sum);
      }
    }
    expect(before).toBe(BigInt(cents));
    const actual = [...(await sumsFromLedger(id, zone, currency))].filter(([, sum]) => sum !== 0n);
    expect(new Map([...shown].sort())).toEqual(new Map(actual.sort()));
    const { currencies } = await readOverview(ctx());
    const known = currencies.find((one) => one.currency === currency);
    expect(known?.outstandingCents ?? 0n).toBe(BigInt(cents));
  }
}

test(`in ${HISTORY_COUNT} random histories every column is the ledger's, each closing the next opening and the last the sum of balances: open days or closed, pending rows completed before or after`, async () => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  await fc.assert(
    fc.asyncProperty(
      movements,
      fc.constantFrom("UTC", "America/New_York", "Pacific/Auckland"),
      async (list, timeZone) => {
        const store = await createStore({ timeZone });
        const cardIds = new Map<string, string>();
        for (const currency of ["USD", "KWD"]) {
          const cardId = await bareCard({ merchantId: store.id, currency });
          cardIds.set(currency, cardId);
          await writeMovement({
            merchantId: store.id,
            cardId,
            at: new Date(Date.now() - 401 * DAY_MS),
            type: "load",
            amountCents: 100_000,
          });
        }
        const pending: string[] = [];
        for (const { what, currency, daysAgo, amountCents, status, completes } of list) {
          const id = await writeMovement({
            merchantId: store.id,
            cardId: cardIds.get(currency) ?? "",
            at: new Date(Date.now() - daysAgo * DAY_MS),
            type: what.type,
            counterAccount: what.counterAccount,
            amountCents,
            status,
          });
          if (status === "pending" && completes) pending.push(id);
        }
        await expectReportMatchesLedger(store, timeZone);
        await closeDays();
        await expectReportMatchesLedger(store, timeZone);
        for (const id of pending) await completeMovement(id);
        await expectReportMatchesLedger(store, timeZone);
        await closeDays();
        await expectReportMatchesLedger(store, timeZone);
      },
    ),
    { seed: SEED, numRuns: HISTORY_COUNT },
  );
  expect(await problemsOfMovements()).toEqual([]);
});

test("a movement stands in the store's month: minutes apart, on either side of its midnight", async () => {
  const { id: merchantId, ctx } = await createStore({ timeZone: "America/New_York" });
  const cardId = await bareCard({ merchantId, currency: "JPY" });
  // Clocks went back on November 2, 2025: midnight is at 04:00 UTC before and at 05:00 UTC after.
  for (const [at, amountCents] of [
    ["2025-11-01T03:59:59.999Z", 10],
    ["2025-11-01T04:00:00.000Z", 200],
    ["2025-12-01T04:59:59.999Z", 3_000],
    ["2025-12-01T05:00:00.000Z", 40_000],
  ] as const) {
    await writeMovement({ merchantId, cardId, at: new Date(at), type: "load", amountCents });
  }
  for (const closed of [false, true]) {
    if (closed) await closeDays();
    const { months } = await readRollForward(ctx(), { currency: "JPY" });
    const issued = new Map(months.map(({ month, changes }) => [month, changes.issued]));
    expect([issued.get("2025-10"), issued.get("2025-11"), issued.get("2025-12")]).toEqual([
      10n,
      3_200n,
      40_000n,
    ]);
    expect(months.at(-1)?.month).toBe("2025-10");
  }
});

test("a currency that never moved has no months", async () => {
  const { ctx } = await createStore();
  expect((await readRollForward(ctx(), { currency: "EUR" })).months).toEqual([]);
});
