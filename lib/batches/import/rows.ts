import { seal, unseal } from "../../secrets";
import type { ImportRow } from "./check-rows";

// Each is a movement of its own within one commit.
export const IMPORT_SLICE_CARDS = 100;

type Place = { merchantId: string; runId: string; number: number };

const contextOf = ({ merchantId, runId, number }: Place) => `${merchantId}:${runId}:${number}`;

/** Rows as they wait to be imported: they hold codes, which are never kept in the clear. */
export const sealRows = (place: Place, rows: ImportRow[]): string =>
  seal("import", contextOf(place), JSON.stringify(rows));

export const openRows = (place: Place, sealed: string): ImportRow[] =>
  JSON.parse(unseal("import", contextOf(place), sealed));
