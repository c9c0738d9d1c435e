import { ReadableStream } from "node:stream/web";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Cell, Columns, FileFormat } from "@/lib/api/contract/portal/file-columns";
import type { Heading } from "@/lib/api/contract/portal/report-headings";
import { sameReply } from "@/lib/api/contract/shapes";
import { createHandler, type Definition, type Input, resource } from "@/lib/api/kernel/endpoint";
import { commonHeaders } from "@/lib/api/kernel/respond";
import type { Ctx } from "@/lib/base/context";
import { attachment, fileNameOf } from "@/lib/base/file-name";
import { escapeFormulas } from "@/lib/base/formulas";
import { decimalText } from "@/lib/base/money";
import { log, safeError } from "@/lib/base/observe/log";
import { currentBucket, inBucket } from "@/lib/db/client/buckets";
import { db } from "@/lib/db/client/client";
import { giveBackAttempt, THROTTLES, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { settingsOf } from "@/lib/domain/stores/settings";

/** A file with a body is the answer to a POST; any other file is read by GET. */
type FileDefinition<P, Q, B = unknown> = Pick<
  Definition<P, Q, B>,
  "scope" | "alsoScope" | "params" | "query" | "body"
> & {
  /** What the file has, for its name. Refusals of a function are the response. */
  name: string | ((ctx: Ctx, input: Input<P, Q, B>) => string | Promise<string>);
};

type Parts = AsyncIterable<Uint8Array>;

const CSV = { media: "text/csv; charset=utf-8", ending: "csv" };
const PDF = { media: "application/pdf", ending: "pdf" };

/**
 * The exports of a route file that streams a list as CSV (RFC 4180, UTF-8 with a byte order mark for
 * spreadsheets). Text is quoted, and formulas in it are escaped. Limits downloads per person, and concurrent downloads per store:
 * 429 with Retry-After.
 */
export function csvDownload<P = unknown, Q = unknown, Row = unknown, B = unknown>({
  columns,
  rows,
  ...file
}: FileDefinition<P, Q, B> & {
  columns: Columns<Row>;
  /** All rows, in batches. Refusals are thrown before the first batch. */
  rows: (ctx: Ctx, input: Input<P, Q, B>) => AsyncIterable<Row[]>;
}) {
  return serveFile(
    file,
    () => CSV,
    async (ctx, input) => csvOf(columns, rows(ctx, input)[Symbol.asyncIterator]()),
  );
}

/**
 * The exports of a route file that sends a report as CSV or as a PDF, whichever `format` asks for, with the same
 * limits. Rows, columns and the audit entry are the same for both.
 */
export function reportDownload<P = unknown, Q extends FileFormat = FileFormat, Row = unknown>({
  columns,
  rows,
  heading,
  ...file
}: FileDefinition<P, Q> & {
  columns: Columns<Row>;
  /** All rows, in batches. Refusals are thrown before the first batch. */
  rows: (ctx: Ctx, input: Input<P, Q, unknown>) => AsyncIterable<Row[]>;
  heading: (input: Input<P, Q, unknown>) => Heading;
}) {
  const typeOf = ({ query }: Input<P, Q, unknown>) => (query.format === "pdf" ? PDF : CSV);
  return serveFile(file, typeOf, async (ctx, input) => {
    const batches = rows(ctx, input)[Symbol.asyncIterator]();
    if (input.query.format === "csv") return csvOf(columns, batches);
    const { name, timeZone } = await settingsOf(db(), ctx.merchantId);
    // Imported on demand, because the PDF library is large.
    const { drawReport } = await import("./report-pdf");
    return drawReport({ ...heading(input), storeName: name, timeZone }, columns, batches);
  });
}

/** The exports of a route file that streams a list as JSON lines, one object a row, with the same limits. */
export function jsonLinesDownload<P = unknown, Q = unknown, Row = unknown>({
  line,
  rows,
  ...file
}: FileDefinition<P, Q> & {
  /** The object of a row. */
  line: (row: Row) => object;
  /** All rows, in batches. Refusals are thrown before the first batch. */
  rows: (ctx: Ctx, input: Input<P, Q, unknown>) => AsyncIterable<Row[]>;
}) {
  const type = { media: "application/jsonl; charset=utf-8", ending: "jsonl" };
  return serveFile(
    file,
    () => type,
    async (ctx, input) => linesOf(line, rows(ctx, input)),
  );
}

async function* linesOf<Row>(line: (row: Row) => object, batches: AsyncIterable<Row[]>): Parts {
  for await (const batch of batches) {
    yield Buffer.from(batch.map((row) => `${JSON.stringify(line(row))}\n`).join(""));
  }
}

/** The exports of a route file that sends a PDF, with the same limits. */
export function pdfDownload<P = unknown, Q = unknown>({
  draw,
  ...file
}: FileDefinition<P, Q> & {
  /** Draws the file. Refusals are thrown before the stream is returned. */
  draw: (ctx: Ctx, input: Input<P, Q, unknown>) => Promise<Parts>;
}) {
  return serveFile(file, () => PDF, draw);
}

function serveFile<P, Q, B>(
  { name: about, ...described }: FileDefinition<P, Q, B>,
  typeOf: (input: Input<P, Q, B>) => { media: string; ending: string },
  write: (ctx: Ctx, input: Input<P, Q, B>) => Promise<Parts>,
) {
  const reply = sameReply(z.unknown());
  const serve = createHandler({ ...described, reply }, async (ctx, input, facts, { method }) => {
    const { media, ending } = typeOf(input);
    const content = typeof about === "string" ? about : await about(ctx, input);
    // A public file belongs to no store: its name has none, and no limit applies.
    const isPublic = described.scope === null;
    const name = isPublic ? content : fileNameOf(await settingsOf(db(), ctx.merchantId), content);
    const headers = {
      ...commonHeaders(facts),
      "Content-Type": media,
      "Content-Disposition": attachment(`${name}.${ending}`),
    };
    // A HEAD request doesn't count as a download: it reads no rows and isn't audited.
    if (method === "HEAD") return new Response(null, { headers });
    const end = isPublic ? async () => {} : await beginDownload(ctx);
    try {
      const parts = (await write(ctx, input))[Symbol.asyncIterator]();
      const body = contentOf(await parts.next(), parts, end, ctx.requestId);
      // Started here, so that it also ends if nobody reads it.
      await body.next();
      return new Response(ReadableStream.from(inThisBucket(body)) as BodyInit, { headers });
    } catch (refusal) {
      await end();
      throw refusal;
    }
  });
  const method = described.body ? "POST" : "GET";
  return resource<Partial<Record<"GET" | "POST", typeof serve>>>({ [method]: serve });
}

/** A file's parts after an empty one. Calls `end` when reading finishes, fails or is canceled. */
async function* contentOf(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  end: () => Promise<void>,
  requestId: string,
) {
  try {
    yield new Uint8Array();
    for (let part = first; !part.done; part = await rest.next()) yield part.value;
  } catch (error) {
    // The headers are already sent, so aborting is the only way to show that the file is incomplete.
    log().error({ requestId, error: safeError(error) }, "a download was interrupted");
    throw error;
  } finally {
    await rest.return?.();
    await end();
  }
}

/** Reads the parts in the current bucket: the stream asks for them outside of it. */
function inThisBucket<T>(parts: AsyncGenerator<T>): AsyncIterable<T> {
  const bucket = currentBucket();
  const next = () => inBucket(bucket, () => parts.next());
  const end = () => inBucket(bucket, () => parts.return(undefined));
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

/** A CSV file in parts. The heading follows the first read, so that its refusals become responses. */
async function* csvOf<Row>(columns: Columns<Row>, batches: AsyncIterator<Row[]>): Parts {
  const cells = Object.values(columns);
  const cast = {
    object: (value: object) => textOfCell(value as Cell),
    date: (value: Date) => value.toISOString(),
    string: escapeFormulas,
  };
  const options = { cast, quoted_string: true, quoted_empty: false, record_delimiter: "windows" };
  const write = (records: Cell[][], bom = false) =>
    Buffer.from(stringify(records, { ...options, bom }));
  let batch = await batches.next();
  try {
    yield write([Object.keys(columns)], true);
    for (; !batch.done; batch = await batches.next()) {
      yield write(batch.value.map((row) => cells.map((cell) => cell(row))));
    }
  } finally {
    await batches.return?.();
  }
}

const textOfCell = (cell: Cell): string =>
  typeof cell === "object" && cell !== null && "currency" in cell
    ? decimalText(cell.amountCents, cell.currency)
    : typeof cell === "object" && cell !== null && "date" in cell
      ? cell.date
      : "";

// Another download may end at any moment.
const RETRY_AFTER_SECONDS = 15;

/**
 * Starts a download of a store and returns the function to call when it ends in any way.
 * Refuses: rate_limited (by person, or while the store has the maximum number of downloads running).
 */
async function beginDownload({ merchantId, principal }: Ctx): Promise<() => Promise<void>> {
  await takeAttempt("download", principal.actor);
  await takeAttempt("download-store", merchantId, {
    message: `${THROTTLES["download-store"].max} downloads of this store are in progress. Try again when one finishes.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  return () => giveBackAttempt("download-store", merchantId);
}
