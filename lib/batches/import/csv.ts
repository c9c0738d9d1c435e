import type { Options } from "csv-parse";

const MAX_CELL_CHARACTERS = 2_000;
const MAX_CELLS = 50;

/** A row, and the line where it ends. */
export type CsvRecord = { record: string[]; info: { lines: number } };

/**
 * A file's text for the parser: without a byte order mark, and with line feeds alone, because the parser counts
 * CRLF within quotes as two lines.
 */
export const csvText = (file: string): string =>
  file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");

/** How files to import are parsed, on the server and for their preview. `text` is from csvText(). */
export const csvOptions = (text: string): Options => ({
  delimiter: delimiterOf(text),
  record_delimiter: "\n",
  info: true,
  trim: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: MAX_CELL_CHARACTERS * MAX_CELLS,
});

/** Spreadsheets in many countries export semicolons. */
export function delimiterOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const counts = [",", ";", "\t"].map((sign) => [first.split(sign).length, sign] as const);
  return counts.reduce((most, next) => (next[0] > most[0] ? next : most))[1];
}
