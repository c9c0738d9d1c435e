import { sumsByCurrency } from "../../money";
import { seal, unseal } from "../../secrets";
import type { ImportRow } from "./check";

// Small, because every row of a slice is a movement in one commit.
export const IMPORT_SLICE_CARDS = 100;

type Slice = { merchantId: string; runId: string; number: number };

const sealContextOf = ({ merchantId, runId, number }: Slice) => `${merchantId}:${runId}:${number}`;

/** Encrypts the rows until they are imported, because they contain card codes. */
export const sealRows = (slice: Slice, rows: ImportRow[]): string =>
  seal("import", sealContextOf(slice), JSON.stringify(rows));

export const openRows = (slice: Slice, sealed: string): ImportRow[] =>
  JSON.parse(unseal("import", sealContextOf(slice), sealed));

export const amountsOf = (rows: ImportRow[]): Record<string, string> =>
  sumsByCurrency(rows.map(({ currency, balanceCents }) => [currency, balanceCents]));
