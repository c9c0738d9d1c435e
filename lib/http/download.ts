import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Ctx } from "../context";
import { presented } from "../contract/shapes";
import { giveBackAttempt, THROTTLES, takeAttempt } from "../limits/attempt-limits";
import { log, safeError } from "../log";
import { type Definition, type Endpoint, type Input, serve } from "./endpoint";
import { commonHeaders } from "./respond";

/** An exact number as text, such as "-12.50". It isn't escaped as a formula. */
type Decimal = { decimal: string };
type Cell = string | number | Decimal | null;

type File<P, Q> = Pick<Definition<P, Q>, "summary" | "scope" | "params" | "query" | "refuses"> & {
  /** The name of the file, without its extension. */
  name: string;
};

type Download<P, Q, Row> = File<P, Q> & {
  /** Columns from left to right: the heading, and the function that returns the cell of a row. */
  columns: Record<string, (row: Row) => Cell>;
  /** All rows, in batches. Refusals are thrown before the first batch. */
  rows: (ctx: Ctx, input: Input<P, Q, unknown>) => AsyncIterable<Row[]>;
};

/**
 * Makes a handler that streams a list as CSV (RFC 4180, UTF-8 with a byte order mark for spreadsheets).
 * Formulas are escaped. Limits downloads per person, and concurrent downloads per store: 429 with
 * Retry-After.
 */
export function download<P = unknown, Q = unknown, Row = unknown>({
  columns,
  rows,
  ...file
}: Download<P, Q, Row>): Endpoint {
  const type = { media: "text/csv; charset=utf-8", ending: "csv" };
  return serveFile(file, type, async (ctx, input, end) => {
    const batches = rows(ctx, input)[Symbol.asyncIterator]();
    const first = await batches.next();
    return csvOf(columns, { first, batches, end }, ctx.requestId);
  });
}

type Drawing<P, Q> = File<P, Q> & {
  /** Draws the file. Refusals are thrown before the stream is returned. */
  draw: (ctx: Ctx, input: Input<P, Q, unknown>) => Promise<NodeJS.ReadableStream>;
};

/** Makes a handler that sends a PDF, with the same limits as download(). */
export function document<P = unknown, Q = unknown>({ draw, ...file }: Drawing<P, Q>): Endpoint {
  const type = { media: "application/pdf", ending: "pdf" };
  return serveFile(file, type, async (ctx, input, end) => {
    const drawn = Readable.from(await draw(ctx, input));
    drawn.once("close", () => void end());
    return Readable.toWeb(drawn) as ReadableStream<Uint8Array>;
  });
}

/** `write` returns the file's content and calls `end` when reading finishes, fails or is canceled. */
function serveFile<P, Q>(
  { name, ...described }: File<P, Q>,
  { media, ending }: { media: string; ending: string },
  write: (
    ctx: Ctx,
    input: Input<P, Q, unknown>,
    end: () => Promise<void>,
  ) => Promise<ReadableStream<Uint8Array>>,
): Endpoint {
  const reply = presented(z.unknown());
  return serve({ ...described, reply }, async (ctx, input, facts, { method }) => {
    const headers = {
      ...commonHeaders(facts),
      "Content-Type": media,
      "Content-Disposition": `attachment; filename="${name}.${ending}"`,
    };
    // A HEAD request doesn't count as a download: it reads no rows and isn't audited.
    if (method === "HEAD") return new Response(null, { headers });
    // A public file belongs to no store, so no limit applies.
    const end = described.scope === null ? async () => {} : await beginDownload(ctx);
    try {
      return new Response(await write(ctx, input, end), { headers });
    } catch (refusal) {
      await end();
      throw refusal;
    }
  });
}

type Reading<Row> = {
  first: IteratorResult<Row[]>;
  batches: AsyncIterator<Row[]>;
  /** Called when reading finishes, fails or is canceled. */
  end: () => Promise<void>;
};

function csvOf<Row>(
  columns: Record<string, (row: Row) => Cell>,
  { first, batches, end }: Reading<Row>,
  requestId: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cells = Object.values(columns);
  const cast = {
    object: (value: object) => ({ value: (value as Decimal).decimal, escape_formulas: false }),
  };
  const write = (records: Cell[][], bom = false) =>
    encoder.encode(
      stringify(records, { bom, cast, escape_formulas: true, record_delimiter: "windows" }),
    );
  let next: IteratorResult<Row[]> | null = first;
  return new ReadableStream({
    start: (controller) => controller.enqueue(write([Object.keys(columns)], true)),
    async pull(controller) {
      try {
        const batch = next ?? (await batches.next());
        next = null;
        if (batch.done) {
          await end();
          return controller.close();
        }
        controller.enqueue(write(batch.value.map((row) => cells.map((cell) => cell(row)))));
      } catch (error) {
        // The headers are already sent, so aborting is the only way to show that the file is incomplete.
        log().error({ requestId, error: safeError(error) }, "download broken off");
        controller.error(error);
        await end();
      }
    },
    async cancel() {
      await batches.return?.();
      await end();
    },
  });
}

// Another download may end at any moment.
const RETRY_AFTER_SECONDS = 15;

/**
 * Starts a download of a store and returns the function to call when it ends in any way.
 * Refuses: rate_limited (by person, or while the store has the maximum number of downloads running).
 */
async function beginDownload({ merchantId, principal }: Ctx): Promise<() => Promise<void>> {
  await takeAttempt("download", principal.actor);
  await takeAttempt("download-store", merchantId, {
    message: `${THROTTLES["download-store"].max} downloads of this store are under way; retry when one has ended.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  let ended = false;
  return async () => {
    if (ended) return;
    ended = true;
    await giveBackAttempt("download-store", merchantId);
  };
}
