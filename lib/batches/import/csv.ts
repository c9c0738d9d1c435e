import type { Options } from "csv-parse";

const MAX_CELL_CHARACTERS = 2_000;
const MAX_CELLS = 50;

/** A row, and the line where it ends. */
export type CsvRecord = { record: string[]; info: { lines: number } };

/** How files to import are parsed, on the server and for their preview. */
export const csvOptions = (csv: string): Options => ({
  delimiter: delimiterOf(csv),
  bom: true,
  info: true,
  trim: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: MAX_CELL_CHARACTERS * MAX_CELLS,
});

/** Spreadsheets in many countries export semicolons. */
export function delimiterOf(csv: string): string {
  const first = csv.replace(/^\uFEFF/, "").split(/\r?\n/, 1)[0] ?? "";
  const counts = [",", ";", "\t"].map((sign) => [first.split(sign).length, sign] as const);
  return counts.reduce((most, next) => (next[0] > most[0] ? next : most))[1];
}
