import type { ImportRow } from "./check-rows";

/** What rows hold by currency, in minor units; as text, since sums may exceed a number. */
export function amountsOf(rows: ImportRow[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { currency, balanceCents } of rows) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(balanceCents));
  }
  return Object.fromEntries([...sums].map(([currency, cents]) => [currency, String(cents)]));
}
