import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { operatorContext } from "@/lib/merchants/operator";
import { closeDays } from "@/lib/reports/close-days";
import { readRollForward } from "@/lib/reports/roll-forward";
import { useTestDatabase } from "@/lib/testing/database";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as ageing from "./ageing/route";
import * as expired from "./expired/route";
import * as totals from "./expired/totals/route";
import * as journal from "./journal/route";
import * as liability from "./liability/route";
import * as writeOff from "./write-off/route";

useTestDatabase();

/** The journal as a spreadsheet reads it. */
async function journalOf(headers: Record<string, string>, query: Record<string, string>) {
  const { status, text } = await send(journal, "GET", { headers, query });
  expect(status).toBe(200);
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
}

const minor = (amount = "") => BigInt(amount.replace(".", ""));

const byAmount = (a: (string | undefined)[], b: (string | undefined)[]) =>
  String(a.at(-1)).localeCompare(String(b.at(-1)));

describe("journal", () => {
  test.each(["day", "movement"])(
    "by %s balances, is the ledger's, and changes what is owed as the report says, across a change of clocks",
    async (by) => {
      const { merchantId, owner } = await storeWithPeople();
      await pg()`update merchants set time_zone = 'America/New_York' where id = ${merchantId}`;
      const moves = [
        ["2025-10-31T12:00:00Z", "load", "issuance", 9_999, "completed"],
        ["2025-11-02T03:59:59Z", "load", "issuance", 1_000, "completed"],
        ["2025-11-02T04:00:00Z", "spend", "redemption", 100, "completed"],
        ["2025-11-03T04:59:59Z", "load", "store_credit", 10, "completed"],
        ["2025-11-03T05:00:00Z", "gift_sent", "escrow", 7, "pending"],
        ["2025-11-04T05:00:00Z", "spend", "breakage", 3, "completed"],
      ] as const;
      for (const currency of ["KWD", "JPY"]) {
        const cardId = await bareCard({ merchantId, currency });
        for (const [at, type, counterAccount, amountCents, status] of moves) {
          await writeMovement({
            merchantId,
            cardId,
            at: new Date(at),
            type,
            counterAccount,
            amountCents,
            status,
          });
        }
      }
      for (const closed of [false, true]) {
        if (closed) await closeDays();
        const query = { from: "2025-11-01", to: "2025-11-30", by };
        const lines = await journalOf(owner.headers, query);
        expect(lines).toHaveLength(2 * 5);
        const dates = lines
          .filter((line) => line.Currency === "KWD")
          .map((line) => [line.Date, line["Debit account"], line["Credit account"], line.Amount]);
        expect(dates.sort(byAmount)).toEqual([
          ["2025-11-04", "Gift card liability", "Breakage", "0.003"],
          ["2025-11-03", "Gift card liability", "Gifts in escrow", "0.007"],
          ["2025-11-02", "Store credit", "Gift card liability", "0.010"],
          ["2025-11-02", "Gift card liability", "Redemption", "0.100"],
          ["2025-11-01", "Issuance", "Gift card liability", "1.000"],
        ]);
        for (const currency of ["KWD", "JPY"]) {
          const mine = lines.filter((line) => line.Currency === currency);
          const accounts = new Map<string, bigint>();
          for (const line of mine) {
            const cents = minor(line.Amount);
            const add = (account = "", sum = 0n) =>
              accounts.set(account, (accounts.get(account) ?? 0n) + sum);
            add(line["Debit account"], cents);
            add(line["Credit account"], -cents);
          }
          expect([...accounts.values()].reduce((sum, one) => sum + one, 0n)).toBe(0n);
          const { months } = await readRollForward(operatorContext(merchantId), { currency });
          const november = months.find(({ month }) => month === "2025-11");
          expect(-(accounts.get("Gift card liability") ?? 0n)).toBe(
            (november?.closingCents ?? 0n) - (november?.openingCents ?? 0n),
          );
        }
      }
      const only = await journalOf(owner.headers, {
        from: "2025-11-01",
        to: "2025-11-01",
        by,
        currency: "JPY",
      });
      expect(only.map((line) => [line.Amount, line.Currency])).toEqual([["1000", "JPY"]]);
      const audited = await pg()`select details from audit_log
      where merchant_id = ${merchantId} and action = 'journal.exported'`;
      expect(audited[0]?.details).toEqual({ from: "2025-11-01", to: "2025-11-30", by });
    },
  );

  test("of more movements than a batch has each of them once", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const cardId = await bareCard({ merchantId });
    await pg()`insert into transactions (merchant_id, id, card_id, sequence, type, status,
        counter_account, amount_cents, currency, balance_after_cents, actor, request_id)
      select ${merchantId}, overlay(first_id_at('2026-01-05'::timestamptz)::text
          placing right(gen_random_uuid()::text, 12) from 25)::uuid, ${cardId}, n, 'load',
        'completed', 'issuance', n, 'USD', n, 'key:x', 'req' from generate_series(1, 2500) n`;
    const query = { from: "2026-01-05", to: "2026-01-05", by: "movement" };
    const lines = await journalOf(owner.headers, query);
    expect(new Set(lines.map((line) => line.Amount)).size).toBe(2500);
  });

  test.each([
    ["from", { from: "2026-02-30", to: "2026-03-01" }],
    ["to", { from: "2026-03-01" }],
    ["to", { from: "2026-03-01", to: "2026-02-01" }],
    ["from", { from: "0000-01-01", to: "2026-02-01" }],
    ["by", { from: "2026-03-01", to: "2026-03-01", by: "year" }],
    ["currency", { from: "2026-03-01", to: "2026-03-01", currency: "usd" }],
  ])("names a wrong %s: 400", async (path, query) => {
    const { owner } = await storeWithPeople();
    const answer = await send(journal, "GET", { headers: owner.headers, query });
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toBe(path);
  });
});

test("without a session no report is read: 401", async () => {
  for (const [route, query] of [
    [liability, { currency: "USD" }],
    [ageing, {}],
    [expired, { currency: "USD" }],
    [totals, {}],
    [journal, { from: "2026-01-01", to: "2026-01-31" }],
  ] as const) {
    expect((await send(route, "GET", { query })).status).toBe(401);
  }
  expect((await send(writeOff, "POST", { body: { cardUuids: [newId()] } })).status).toBe(401);
});
