import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Ctx } from "../context";
import { sameInBoth } from "../contract/shapes";
import { log, safeError } from "../log";
import { beginDownload } from "./download-limits";
import { type Definition, type Endpoint, type Input, serve } from "./endpoint";
import { commonHeaders } from "./respond";

/** An exact number as text, such as "-12.50": no formula, though it may begin like one. */
type Decimal = { decimal: string };
type Cell = string | number | Decimal | null;

type Download<P, Q, Row> = Pick<
  Definition<P, Q>,
  "summary" | "scope" | "params" | "query" | "refuses"
> & {
  /** What the file is called, without its ending. */
  name: string;
  /** The columns from left to right: heading and what stands in a row. */
  columns: Record<string, (row: Row) => Cell>;
  /** All rows, in batches; what refuses does so before the first of them. */
  rows: (ctx: Ctx, input: Input<P, Q, unknown>) => AsyncIterable<Row[]>;
};

/**
 * Makes a handler that streams a list as CSV (RFC 4180, UTF-8 with a byte order mark for
 * spreadsheets). No cell can be taken for a formula. How many a person takes, and a store has under
 * way, is limited: 429 with Retry-After.
 */
export function download<P = unknown, Q = unknown, Row = unknown>(
  definition: Download<P, Q, Row>,
): Endpoint {
  const { name, columns, rows, ...described } = definition;
  // It answers a file, which is nobody's shape.
  const reply = sameInBoth(z.unknown(), (nothing: unknown) => nothing);
  return serve({ ...described, reply }, async (ctx, input, facts, { method }) => {
    const headers = {
      ...commonHeaders(facts),
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    };
    // Who asks for the headers alone takes no file away: no row is read, nothing is audited.
    if (method === "HEAD") return new Response(null, { headers });
    // What is open to anybody is no store's.
    const end = described.scope === null ? async () => {} : await beginDownload(ctx);
    try {
      const batches = rows(ctx, input)[Symbol.asyncIterator]();
      const first = await batches.next();
      return new Response(csvOf(columns, { first, batches, end }, facts.requestId), { headers });
    } catch (refusal) {
      await end();
      throw refusal;
    }
  });
}

type Reading<Row> = {
  first: IteratorResult<Row[]>;
  batches: AsyncIterator<Row[]>;
  /** Called once the reading is over: at its end, when it fails, or when the reader leaves. */
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
        // The headers are out: breaking off is how the reader learns that the file is not whole.
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
