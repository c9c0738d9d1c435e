import { invalid, Refusal } from "../errors";
import { JsonError, parseJson } from "./json";

const MAX_BYTES = 64 * 1024;

/** The JSON of a request's body; `{}` when it has none. Refuses: 400, 413, 415. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (mediaType(request) !== "application/json") throw new Refusal("unsupported_media_type");
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalid("body", error instanceof JsonError ? error.message : "is not valid UTF-8");
  }
}

const mediaType = (request: Request): string | undefined =>
  request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

/** The bytes of a form. Refuses: payload_too_large, unsupported_media_type. */
export async function readForm(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytes(request);
  if (mediaType(request) === "application/x-www-form-urlencoded") return bytes;
  throw new Refusal("unsupported_media_type", { message: "The request body must be a form." });
}

/** A request's body, of at most 64 KB, announced or not. Refuses: payload_too_large. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new Refusal("payload_too_large", {
      message: `The request body exceeds ${MAX_BYTES / 1024} KB.`,
    });
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
