import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, type Options, parse } from "csv-parse";
import { MAX_CARDS_IN_A_BATCH } from "../../db/schema/batches";
import { invalidField } from "../../errors";

const MAX_CELL_CHARACTERS = 2_000;
const PIECE_BYTES = 16 * 1_024;

/** Accepted headings for each column, in lower case. They vary by provider. */
const COLUMN_HEADINGS = {
  code: ["code", "card code", "gift card code", "card number", "number"],
  balance: ["balance", "remaining balance", "amount", "value"],
  currency: ["currency", "currency code"],
  expiry: ["expiry", "expires", "expires on", "expiry date", "expiration date"],
  email: ["email", "e-mail", "email address", "customer email", "owner"],
  note: ["note", "notes", "comment"],
  pin: ["pin", "pin code", "card pin", "security code", "scratch code"],
} as const;

export type ColumnName = keyof typeof COLUMN_HEADINGS;
const COLUMNS = Object.keys(COLUMN_HEADINGS) as ColumnName[];

/** A row, and the line where it ends. */
export type RawRow = { line: number } & Record<ColumnName, string>;

export type FileRows = {
  rows: RawRow[];
  /** Headings that match no column. */
  ignored: string[];
};

type ParsedRecord = { record: string[]; info: { lines: number } };

/** Parses a CSV file of cards by its headings. Refuses: invalid_request (csv). */
export async function readFile(csv: string): Promise<FileRows> {
  const [heading, ...records] = await parseRecords(csv);
  if (!heading) throw invalidField("csv", "the file is empty");
  const headings = heading.record.map((name) => name.toLowerCase());
  const places = new Map(
    COLUMNS.map((column) => {
      const names: readonly string[] = COLUMN_HEADINGS[column];
      const found = headings.flatMap((name, place) => (names.includes(name) ? [place] : []));
      if (found.length > 1)
        throw invalidField("csv", `the file has 2 columns for ${column}; remove one`);
      return [column, found[0]] as const;
    }),
  );
  for (const needed of ["code", "balance"] as const) {
    if (places.get(needed) === undefined) {
      throw invalidField("csv", `the first line must contain the heading "${needed}"`);
    }
  }
  if (records.length === 0) throw invalidField("csv", "the file has no cards below the headings");
  if (records.length > MAX_CARDS_IN_A_BATCH) {
    throw invalidField(
      "csv",
      `the file has ${records.length} cards; import at most ${MAX_CARDS_IN_A_BATCH} at a time`,
    );
  }
  const used = new Set(places.values());
  return {
    rows: records.map(({ record, info }) => {
      const cells = [...places].map(([column, place]) => [column, record[place ?? -1] ?? ""]);
      return { line: info.lines, ...Object.fromEntries(cells) };
    }),
    ignored: heading.record.filter((name, place) => name !== "" && !used.has(place)),
  };
}

async function parseRecords(csv: string): Promise<ParsedRecord[]> {
  const parser = parse({ ...PARSER_OPTIONS, delimiter: delimiterOf(csv) });
  const records: ParsedRecord[] = [];
  try {
    for await (const record of Readable.from(piecesOf(csv)).pipe(parser)) records.push(record);
    return records;
  } catch (error) {
    // The parser's own message would quote the line, including the card code.
    const line = error instanceof CsvError && typeof error.lines === "number" ? error.lines : null;
    throw invalidField("csv", `${line ? `line ${line} ` : "the file "}is not valid CSV`);
  }
}

const PARSER_OPTIONS: Options = {
  bom: true,
  info: true,
  trim: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: MAX_CELL_CHARACTERS * COLUMNS.length,
};

/** Yields between chunks, because parsing a large file takes a second. */
async function* piecesOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
  }
}

/** Spreadsheets in many countries export semicolons. */
function delimiterOf(csv: string): string {
  const first = csv.replace(/^\uFEFF/, "").split(/\r?\n/, 1)[0] ?? "";
  const counts = [",", ";", "\t"].map((sign) => [first.split(sign).length, sign] as const);
  return counts.reduce((most, next) => (next[0] > most[0] ? next : most))[1];
}
