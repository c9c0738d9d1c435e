import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { invalidField } from "@/lib/base/errors";
import { MAX_CARDS_IN_A_BATCH } from "@/lib/db/schema/batches";
import { COLUMN_NAMES, type ColumnName, type ColumnPlaces, REQUIRED_COLUMNS } from "./columns";
import { type Conversions, collectConversions } from "./conversions";
import { type CsvRecord, cellText, csvOptions, csvText, tableOf } from "./csv";
import { amountPlaces, placesOf, SAMPLE_ROWS } from "./headings";

/** What a file has that was decoded with another encoding than its own: U+FFFD and characters without a meaning. */
const MISREAD = /[\uFFFD\u0080-\u0084\u0086-\u009F]/;
const PIECE_BYTES = 16 * 1_024;
const ROWS_PER_YIELD = 1_000;

/** A row, and the line where it ends. */
export type RawRow = {
  line: number;
  /** Whether it has more cells than the headings, so that a comma in an amount may have shifted them. */
  isTooLong: boolean;
} & Record<ColumnName, string>;

export type FileRows = {
  rows: RawRow[];
  columns: ColumnPlaces;
  /** The line of the headings. */
  headingLine: number;
  /** Headings that match no column. */
  ignored: string[];
  /** How the values that the file writes in another notation are imported. */
  conversions: Conversions;
};

/**
 * Parses a CSV file of cards by the given columns, or else by its headings. Refuses: invalid_request (csv; columns, if
 * several fit).
 */
export async function readFile(csv: string, columns?: ColumnPlaces): Promise<FileRows> {
  if (MISREAD.test(csv)) {
    throw invalidField(
      "csv",
      "has letters that were read wrong; choose its encoding, or save it as UTF-8",
    );
  }
  const { headings, rows: records } = tableOf(await parseRecords(csv));
  if (!headings) throw invalidField("csv", "the file is empty");
  const places = columns ?? columnsByHeading(headings.record, records);
  if (columns) checkColumns(columns, headings.record);
  if (records.length === 0) throw invalidField("csv", "the file has no cards below the headings");
  if (records.length > MAX_CARDS_IN_A_BATCH) {
    throw invalidField(
      "csv",
      `the file has ${records.length} cards; import at most ${MAX_CARDS_IN_A_BATCH} at a time`,
    );
  }
  const used = new Set(Object.values(places));
  return {
    ...(await readRows(records, places, headings.record.length)),
    columns: places,
    headingLine: headings.info.lines,
    ignored: headings.record.filter((name, place) => name !== "" && !used.has(place)),
  };
}

async function readRows(records: CsvRecord[], places: ColumnPlaces, headings: number) {
  const conversions = collectConversions();
  const isTooLong = tooLongFor(headings, records);
  const rows: RawRow[] = [];
  for (const row of records) {
    if (rows.length % ROWS_PER_YIELD === 0) await setImmediate();
    const line = row.info.lines;
    const cells = COLUMN_NAMES.map((column): [ColumnName, string] => {
      const from = row.record[places[column] ?? -1] ?? "";
      const to = cellText(from);
      conversions.add({ column, line, from, to });
      return [column, to];
    });
    const named = Object.fromEntries(cells) as Record<ColumnName, string>;
    rows.push({ line, isTooLong: isTooLong(row), ...named });
  }
  return { rows, conversions };
}

/** Whether a row has more cells than the headings. Some systems end every row with a delimiter. */
function tooLongFor(length: number, records: CsvRecord[]): (row: CsvRecord) => boolean {
  const allEndEmpty = records.every(
    ({ record }) => record.length === length + 1 && record.at(-1) === "",
  );
  return ({ record }) => record.length > length && !allEndEmpty;
}

/** Finds the columns by headings that fit exactly one each. */
function columnsByHeading(headings: string[], records: CsvRecord[]): ColumnPlaces {
  const places: ColumnPlaces = {};
  const samples = records.slice(0, SAMPLE_ROWS).map(({ record }) => record.map(cellText));
  const amounts = amountPlaces(headings, samples).map((place) => headings[place]);
  if (amounts.length > 1) {
    throw invalidField(
      "columns",
      `the file has ${amounts.length} columns with amounts (${amounts.join(", ")}); choose the remaining balance`,
    );
  }
  for (const column of COLUMN_NAMES) {
    const [place, another] = placesOf(column, headings, samples);
    if (another !== undefined)
      throw invalidField("columns", `the file has 2 columns for ${column}; choose one`);
    if (place !== undefined) places[column] = place;
  }
  for (const needed of REQUIRED_COLUMNS) {
    if (places[needed] === undefined) {
      throw invalidField("csv", `the file must have the heading "${needed}"`);
    }
  }
  return places;
}

/** Refuses columns that the file doesn't have, and a file whose first card would be taken for headings. */
function checkColumns(places: ColumnPlaces, headings: string[]): void {
  for (const column of COLUMN_NAMES) {
    if ((places[column] ?? 0) >= headings.length) {
      throw invalidField("csv", `the file has no column ${(places[column] ?? 0) + 1}`);
    }
  }
  if (/^\d+([.,]\d+)?$/.test(headings[places.balance ?? -1] ?? "")) {
    throw invalidField("csv", "the first line must contain headings, not a card");
  }
}

async function parseRecords(csv: string): Promise<CsvRecord[]> {
  const text = csvText(csv);
  const parser = parse(csvOptions(text));
  const records: CsvRecord[] = [];
  try {
    for await (const record of Readable.from(piecesOf(text)).pipe(parser)) records.push(record);
    return records;
  } catch (error) {
    // The parser's own message would quote the line, including the card code.
    const line = error instanceof CsvError && typeof error.lines === "number" ? error.lines : null;
    throw invalidField("csv", `${line ? `line ${line} ` : "the file "}is not valid CSV`);
  }
}

/** Yields between chunks, because parsing a large file takes a second. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
  }
}
