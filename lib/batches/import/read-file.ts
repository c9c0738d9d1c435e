import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { MAX_CARDS_IN_A_BATCH } from "../../db/schema/batches";
import { invalidField } from "../../errors";
import { unescapeFormulas } from "../../formulas";
import { COLUMN_NAMES, type ColumnName, type ColumnPlaces, REQUIRED_COLUMNS } from "./columns";
import { type CsvRecord, csvOptions, csvText } from "./csv";
import { placesOf } from "./headings";

const PIECE_BYTES = 16 * 1_024;

/** A row, and the line where it ends. */
export type RawRow = { line: number } & Record<ColumnName, string>;

export type FileRows = {
  rows: RawRow[];
  /** Headings that match no column. */
  ignored: string[];
};

/**
 * Parses a CSV file of cards by the given columns, or else by its headings. Refuses: invalid_request (csv).
 */
export async function readFile(csv: string, columns?: ColumnPlaces): Promise<FileRows> {
  const [heading, ...records] = await parseRecords(csv);
  if (!heading) throw invalidField("csv", "the file is empty");
  const places = columns ?? columnsByHeading(heading.record);
  if (columns) checkColumns(columns, heading.record);
  if (records.length === 0) throw invalidField("csv", "the file has no cards below the headings");
  if (records.length > MAX_CARDS_IN_A_BATCH) {
    throw invalidField(
      "csv",
      `the file has ${records.length} cards; import at most ${MAX_CARDS_IN_A_BATCH} at a time`,
    );
  }
  const used = new Set(Object.values(places));
  return {
    rows: records.map(({ record, info }) => {
      const cells = COLUMN_NAMES.map((column) => [
        column,
        unescapeFormulas(record[places[column] ?? -1] ?? ""),
      ]);
      return { line: info.lines, ...Object.fromEntries(cells) };
    }),
    ignored: heading.record.filter((name, place) => name !== "" && !used.has(place)),
  };
}

/** Finds the columns by headings that fit exactly one each. */
function columnsByHeading(headings: string[]): ColumnPlaces {
  const places: ColumnPlaces = {};
  for (const column of COLUMN_NAMES) {
    const [place, another] = placesOf(column, headings);
    if (another !== undefined)
      throw invalidField("csv", `the file has 2 columns for ${column}; remove one`);
    if (place !== undefined) places[column] = place;
  }
  for (const needed of REQUIRED_COLUMNS) {
    if (places[needed] === undefined) {
      throw invalidField("csv", `the first line must contain the heading "${needed}"`);
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
