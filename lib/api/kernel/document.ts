import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { FastResponse } from "srvx";
import { z } from "zod";
import { type ApiShape, SHAPES } from "@/lib/base/context";
import { headerOf } from "@/lib/base/request-headers";
import { type RouteHandlers, resource } from "./endpoint";
import { parseQuery, pathAndSearchOf, shapeOf } from "./parse";
import { factsOf } from "./request-id";
import { commonHeaders } from "./respond";

type Encoding = "br" | "gzip" | "identity";
type Version = { bytes: Uint8Array<ArrayBuffer>; etag: string };

const CACHE_SECONDS = 300;
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The document's bytes in each encoding. Compression runs on other threads. */
async function encode(document: unknown): Promise<Record<Encoding, Version>> {
  const plain = Buffer.from(JSON.stringify(document));
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const version = (bytes: Buffer, suffix: string): Version => ({
    bytes: new Uint8Array(bytes),
    etag: `"${hash}${suffix}"`,
  });
  const [br, gz] = await Promise.all([compress.br(plain), compress.gzip(plain)]);
  return { br: version(br, "-br"), gzip: version(gz, "-gzip"), identity: version(plain, "") };
}

/** The smallest encoding that an Accept-Encoding header allows. */
export function acceptedEncoding(header: string | null): Encoding {
  const allowed = new Set(
    (header ?? "")
      .toLowerCase()
      .split(",")
      .map((one) => one.split(";").map((part) => part.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ""))
      .map(([name]) => name),
  );
  if (allowed.has("br")) return "br";
  return allowed.has("gzip") ? "gzip" : "identity";
}

const matches = (header: string | null, etag: string): boolean =>
  header?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*") ??
  false;

const ShapeQuery = z.strictObject({ shape: z.enum(SHAPES).optional() });

/** The shape in the query, else in the header, else A. Refuses: invalid_request. */
const requestedShape = (request: Request): ApiShape =>
  parseQuery(ShapeQuery, pathAndSearchOf(request).search).shape ?? shapeOf(request, { shape: "A" });

/**
 * The exports of a route that serves one public document in each shape. Each is built and compressed once per
 * process, so that reading it costs a lookup, and has an ETag and a cache time. Only the direct lane
 * `compresses`: Next drops the Content-Encoding of a route's response.
 */
export function documentResource(
  document: (shape: ApiShape) => unknown,
  { compresses = false } = {},
): RouteHandlers {
  const versions = new Map<ApiShape, Promise<Record<Encoding, Version>>>();
  const versionsIn = (shape: ApiShape) => {
    const encoded = versions.get(shape) ?? encode(document(shape));
    versions.set(shape, encoded);
    encoded.catch(() => versions.delete(shape));
    return encoded;
  };
  return resource({
    GET: async (request) => {
      const { headers: requestHeaders } = request;
      const shape = requestedShape(request);
      const encoding = compresses
        ? acceptedEncoding(headerOf(requestHeaders, "accept-encoding"))
        : "identity";
      const { bytes, etag } = (await versionsIn(shape))[encoding];
      const headers = {
        ...commonHeaders({ ...factsOf(request), shape }),
        "Cache-Control": `public, max-age=${CACHE_SECONDS}`,
        Vary: "Accept-Encoding, Scrip-Shape",
        ETag: etag,
      };
      if (matches(headerOf(requestHeaders, "if-none-match"), etag)) {
        return new FastResponse(null, { status: 304, headers });
      }
      return new FastResponse(bytes, {
        status: 200,
        headers: {
          ...headers,
          "Content-Type": "application/json",
          "Content-Length": String(bytes.length),
          ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
        },
      });
    },
  });
}
