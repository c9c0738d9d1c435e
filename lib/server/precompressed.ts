import { readdirSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { acceptedEncoding } from "@/lib/api/kernel/document";
import { boundedHeader } from "@/lib/base/request-headers";
import { pathOf } from "./prepare-request";

const FOLDER = join(".next", "static");
const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=UTF-8",
  ".js": "application/javascript; charset=UTF-8",
  ".wasm": "application/wasm",
};

const acceptsBrotli = ({ "accept-encoding": encodings = "" }: IncomingHttpHeaders): boolean =>
  acceptedEncoding(boundedHeader("accept-encoding", String(encodings))) === "br";

/**
 * Makes Next send the scripts, styles and WebAssembly of pages as the build compressed them: a sixth smaller than what it
 * compresses for each request. Next still sets everything else, such as how long they are cached.
 */
export function precompressed(): (request: IncomingMessage, response: ServerResponse) => void {
  const files = new Set(
    readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".br"))
      .map((file) => `/_next/static/${file.replaceAll("\\", "/").slice(0, -".br".length)}`),
  );
  return (request, response) => {
    // The response to other methods and to these headers can be an error, which must not be sent as Brotli.
    const { method, headers } = request;
    if (method !== "GET" && method !== "HEAD") return;
    if (headers.range || headers["if-match"] || headers["if-unmodified-since"]) return;
    const path = pathOf(request.url ?? "");
    if (!files.has(path) || !acceptsBrotli(headers)) return;
    response.setHeader("Content-Type", CONTENT_TYPES[extname(path)] ?? "");
    response.setHeader("Content-Encoding", "br");
    response.setHeader("Vary", "Accept-Encoding");
    request.url = `${path}.br`;
  };
}
