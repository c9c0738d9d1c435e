import { Readable } from "node:stream";
import { z } from "zod";
import type { Ctx } from "../context";
import { sameInBoth } from "../contract/shapes";
import { beginDownload } from "./download-limits";
import { type Definition, type Endpoint, type Input, serve } from "./endpoint";
import { commonHeaders } from "./respond";

type Drawn<P, Q> = Pick<Definition<P, Q>, "summary" | "scope" | "params" | "query" | "refuses"> & {
  /** What the file is called, without its ending. */
  name: string;
  /** The file as it is drawn; what refuses does so before. */
  draw: (ctx: Ctx, input: Input<P, Q, unknown>) => Promise<NodeJS.ReadableStream>;
};

/** Makes a handler that answers a PDF, limited as download() is. */
export function document<P = unknown, Q = unknown>(definition: Drawn<P, Q>): Endpoint {
  const { name, draw, ...described } = definition;
  const reply = sameInBoth(z.unknown(), (nothing: unknown) => nothing);
  return serve({ ...described, reply }, async (ctx, input, facts, { method }) => {
    const headers = {
      ...commonHeaders(facts),
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${name}.pdf"`,
    };
    // Who asks for the headers alone takes no file away.
    if (method === "HEAD") return new Response(null, { headers });
    const end = await beginDownload(ctx);
    try {
      const file = Readable.from(await draw(ctx, input));
      file.once("close", () => void end());
      return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, { headers });
    } catch (refusal) {
      await end();
      throw refusal;
    }
  });
}
