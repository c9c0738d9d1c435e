import type { Options } from "csv-parse";
import { unescapeFormulas } from "@/lib/base/formulas";
import { areHeadings } from "./headings";

const MAX_CELL_CHARACTERS = 2_000;
const MAX_CELLS = 50;
/** Where a file's delimiter and headings are looked for. */
export const OPENING_LINES = 10;
const OPENING_LINE_CHARACTERS = 10_000;

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
  // Spreadsheets keep the zeros of a code as ="0012".
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: MAX_CELL_CHARACTERS * MAX_CELLS,
});

const DELIMITERS = [",", ";", "\t"];
/** A first line that names the delimiter for a spreadsheet. */
const NAMED_DELIMITER = /^"?sep=([,;\t])"?$/i;

/** The delimiter that a file names, that splits its headings, or that most of its first lines have. */
export function delimiterOf(text: string): string {
  const lines = openingLinesOf(text);
  const [, named] = NAMED_DELIMITER.exec(lines[0] ?? "") ?? [];
  if (named) return named;
  const ofHeadings = DELIMITERS.find((sign) =>
    lines.some((line) => areHeadings(line.split(sign, MAX_CELLS).map(unquoted))),
  );
  return ofHeadings ?? mostCommonOf(lines);
}

const unquoted = (cell: string): string => cell.trim().replace(/^"|"$/g, "");

function openingLinesOf(text: string): string[] {
  const opening = text.slice(0, OPENING_LINES * OPENING_LINE_CHARACTERS);
  return opening.split("\n", OPENING_LINES).map((line) => line.slice(0, OPENING_LINE_CHARACTERS));
}

function mostCommonOf(lines: string[]): string {
  const bare = lines.map((line) => line.replace(/"[^"]*"/g, ""));
  const counts = DELIMITERS.map((sign) => {
    const found = bare.map((line) => line.split(sign).length - 1);
    const all = found.reduce((sum, count) => sum + count, 0);
    return { sign, lines: found.filter(Boolean).length, all };
  });
  const [most] = counts.sort((a, b) => b.lines - a.lines || b.all - a.all);
  return most?.sign ?? ",";
}

/** A file's headings and the rows below. */
export type CsvTable = { headings: CsvRecord | undefined; rows: CsvRecord[] };

/**
 * Finds the headings of a file: below a line that names the delimiter or the file. Its first lines are `records` as
 * they were parsed.
 */
export function tableOf(records: CsvRecord[]): CsvTable {
  const opening = records.slice(0, OPENING_LINES).map(({ record }) => record.map(cellText));
  const named = opening.findIndex(areHeadings);
  const place = named < 0 ? opening.findIndex(hasColumns) : named;
  const [headings, ...rows] = records.slice(Math.max(place, 0));
  return {
    headings: headings && { ...headings, record: headings.record.map(cellText) },
    rows,
  };
}

const hasColumns = (cells: string[]): boolean =>
  cells.filter(Boolean).length > 1 && !/^sep=/i.test(cells[0] ?? "");

/** What a cell says: without the formula that keeps a spreadsheet from reading it as a number. */
export function cellText(cell: string): string {
  const text = unescapeFormulas(cell);
  return /^="[^"]*"$/.test(text) ? text.slice(2, -1) : text;
}
