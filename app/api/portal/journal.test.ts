import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { closeDays } from "@/lib/domain/reports/close-days";
import { readRollForward } from "@/lib/domain/reports/roll-forward";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, csvRowsOf } from "@/lib/testing/requests";

async function journalOf({ get }: Caller, query: Record<string, string>) {
  const answer = await get("/reports/journal", query);
  expect(answer.status, answer.text).toBe(200);
  return csvRowsOf(answer);
}

const toMinorUnits = (amount = "") => BigInt(amount.replace(".", ""));

const byAmount = (a: (string | undefined)[], b: (string | undefined)[]) =>
  String(a.at(-1)).localeCompare(String(b.at(-1)));

const MOVEMENTS = [
  ["2025-10-31T12:00:00Z", "load", "issuance", 9_999, "completed"],
  ["2025-11-02T03:59:59Z", "load", "issuance", 1_000, "completed"],
  ["2025-11-02T04:00:00Z", "spend", "redemption", 100, "completed"],
  ["2025-11-03T04:59:59Z", "load", "store_credit", 10, "completed"],
  ["2025-11-03T05:00:00Z", "gift_sent", "escrow", 7, "pending"],
  ["2025-11-04T05:00:00Z", "spend", "breakage", 3, "completed"],
] as const;

/** Debits minus credits of each account, in minor units. */
function sumsOf(lines: Record<string, string>[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const line of lines) {
    const cents = toMinorUnits(line.Amount);
    const add = (account = "", sum = 0n) => sums.set(account, (sums.get(account) ?? 0n) + sum);
    add(line["Debit account"], cents);
    add(line["Credit account"], -cents);
  }
  return sums;
}

test.each(["day", "movement"])(
  "the journal by %s balances, is the ledger's, and changes the liability as the report says, across a change of clocks",
  async (by) => {
    const { merchantId, owner, ctx } = await storeWithPeople({ timeZone: "America/New_York" });
    const currencies = ["KWD", "JPY"];
    for (const currency of currencies) {
      const cardId = await bareCard({ merchantId, currency });
      for (const [time, type, counterAccount, amountCents, status] of MOVEMENTS) {
        const movement = { type, counterAccount, amountCents, status, at: new Date(time) };
        await writeMovement({ merchantId, cardId, ...movement });
      }
    }
    const query = { from: "2025-11-01", to: "2025-11-30", by };
    for (const closed of [false, true]) {
      if (closed) await closeDays();
      const lines = await journalOf(owner, query);
      expect(lines).toHaveLength(2 * 5);
      const entries = lines
        .filter((line) => line.Currency === "KWD")
        .map((line) => [line.Date, line["Debit account"], line["Credit account"], line.Amount]);
      expect(entries.sort(byAmount)).toEqual([
        ["2025-11-04", "Gift card liability", "Breakage", "0.003"],
        ["2025-11-03", "Gift card liability", "Gifts in escrow", "0.007"],
        ["2025-11-02", "Store credit", "Gift card liability", "0.010"],
        ["2025-11-02", "Gift card liability", "Redemption", "0.100"],
        ["2025-11-01", "Issuance", "Gift card liability", "1.000"],
      ]);
      for (const currency of currencies) {
        const sums = sumsOf(lines.filter((line) => line.Currency === currency));
        expect([...sums.values()].reduce((sum, one) => sum + one, 0n)).toBe(0n);
        const { months } = await readRollForward(ctx(), { currency });
        const november = months.find(({ month }) => month === "2025-11");
        expect(-(sums.get("Gift card liability") ?? 0n)).toBe(
          (november?.closingCents ?? 0n) - (november?.openingCents ?? 0n),
        );
      }
    }
    const [from, to, currency] = ["2025-11-01", "2025-11-01", "JPY"];
    const only = await journalOf(owner, { from, to, by, currency });
    expect(only.map((line) => [line.Amount, line.Currency])).toEqual([["1000", "JPY"]]);
    expect((await auditOf(merchantId, "journal.exported"))[0]?.details).toEqual({
      ...query,
      format: "csv",
    });
  },
);

test("a journal of more movements than a batch has each of them once", async () => {
  const { merchantId, owner } = await storeWithPeople();
  const cardId = await bareCard({ merchantId });
  await pg()`insert into transactions (merchant_id, id, card_id, sequence, type, status,
      counter_account, amount_cents, currency, balance_after_cents, actor, request_id)
    select ${merchantId}, overlay(first_id_at('2026-01-05'::timestamptz)::text
        placing right(gen_random_uuid()::text, 12) from 25)::uuid, ${cardId}, n, 'load',
      'completed', 'issuance', n, 'USD', n, 'key:x', 'req' from generate_series(1, 2500) n`;
  const lines = await journalOf(owner, { from: "2026-01-05", to: "2026-01-05", by: "movement" });
  expect(new Set(lines.map((line) => line.Amount)).size).toBe(2500);
});
