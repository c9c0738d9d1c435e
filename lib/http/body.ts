import { invalid, Refusal } from "../errors";
import { JsonError, parseJson } from "./json";

const MAX_BYTES = 64 * 1024;

/** The JSON of a request's body; `{}` when it has none. Refuses: 400, 413, 415. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (!isJson(request.headers.get("content-type"))) throw new Refusal("unsupported_media_type");
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalid("body", error instanceof JsonError ? error.message : "is not valid UTF-8");
  }
}

const isJson = (contentType: string | null): boolean =>
  contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";

async function readBytes(request: Request): Promise<Uint8Array> {
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
