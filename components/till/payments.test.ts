import { expect, test } from "vitest";
import { tillClosingReply } from "@/lib/api/contract/till/till";
import { paymentsIn } from "./payments";
import type { TotalsRow } from "./types";

const named = { id: "0198c7a0-0000-7000-8000-000000000000", name: "Kim" };

/** A row of a report; without `restCents` as earlier releases stored it. */
const row = (kind: TotalsRow["kind"], amountCents: string, restCents?: string) =>
  ({
    cashier: named,
    device: named,
    currency: "USD",
    count: 1,
    kind,
    amountCents,
    ...(restCents !== undefined && { restCents }),
  }) as TotalsRow;

test("what is to be collected has what redemptions left to pay, less what reversed ones did", () => {
  const totals = [
    row("issued", "5000", "0"),
    row("load_reversed", "1000", "0"),
    row("redeemed", "1600", "475"),
    row("redemption_reversed", "600", "300"),
  ];
  expect(paymentsIn(totals)).toEqual([["USD", { loadedCents: 4_000n, restCents: 175n }]]);
});

test("a report of an earlier release with redemptions doesn't say what they left to pay", () => {
  const closing = { number: 1, device: named, cashier: named, closedAt: new Date() };
  const totals = [row("issued", "5000"), row("redeemed", "1600")];
  const shown = JSON.parse(
    JSON.stringify(
      tillClosingReply.A.present({ closing: { ...closing, totals } }, { seesCodes: false }),
    ),
  );
  expect(paymentsIn(shown.closing.totals)).toEqual([
    ["USD", { loadedCents: 5_000n, restCents: null }],
  ]);
});
