import type { TotalsRow } from "./types";

const loadKinds = ["issued", "topped_up", "load_reversed"];
const incomingKinds = ["issued", "topped_up", "refunded", "redemption_reversed"];
const redemptionKinds = ["redeemed", "redemption_reversed"];

/** What the movements of a row added to cards, or took from them. */
export const signed = ({ kind, amountCents }: TotalsRow): bigint =>
  incomingKinds.includes(kind) ? BigInt(amountCents) : -BigInt(amountCents);

type Payments = { loadedCents: bigint; restCents: bigint | null };

/**
 * By currency: what cards were sold and topped up for, and what redemptions left to pay another way. Null for that if a
 * report of an earlier release doesn't say.
 */
export function paymentsIn(totals: TotalsRow[]): [currency: string, payments: Payments][] {
  const payments = new Map<string, Payments>();
  for (const row of totals) {
    const { loadedCents, restCents } = payments.get(row.currency) ?? {
      loadedCents: 0n,
      restCents: 0n,
    };
    const rest = restOf(row);
    payments.set(row.currency, {
      loadedCents: loadKinds.includes(row.kind) ? loadedCents + signed(row) : loadedCents,
      restCents: restCents === null || rest === null ? null : restCents + rest,
    });
  }
  return [...payments];
}

function restOf({ kind, restCents }: TotalsRow): bigint | null {
  if (!redemptionKinds.includes(kind)) return 0n;
  // Undefined from a server of the previous release.
  if (restCents == null) return null;
  return kind === "redeemed" ? BigInt(restCents) : -BigInt(restCents);
}
