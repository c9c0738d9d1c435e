import { seal, unseal } from "../../secrets";
import type { ImportRow } from "./check";

// Each row is a movement in the same commit.
export const IMPORT_SLICE_CARDS = 100;

type Slice = { merchantId: string; runId: string; number: number };

const contextOf = ({ merchantId, runId, number }: Slice) => `${merchantId}:${runId}:${number}`;

/** Rows that wait to be imported: sealed, since they hold codes. */
export const sealRows = (slice: Slice, rows: ImportRow[]): string =>
  seal("import", contextOf(slice), JSON.stringify(rows));

export const openRows = (slice: Slice, sealed: string): ImportRow[] =>
  JSON.parse(unseal("import", contextOf(slice), sealed));

/** The sum of the balances by currency, in minor units; as text, since it may exceed a number. */
export function amountsOf(rows: ImportRow[]): Record<string, string> {
  const sums: Record<string, bigint> = {};
  for (const { currency, balanceCents } of rows) {
    sums[currency] = (sums[currency] ?? 0n) + BigInt(balanceCents);
  }
  return Object.fromEntries(Object.entries(sums).map(([name, cents]) => [name, String(cents)]));
}
