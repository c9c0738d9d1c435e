import { invalid } from "../errors";
import { keyedHash } from "../secrets";

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** The caller's Idempotency-Key with a fingerprint of what it stands for. Refuses: invalid_request. */
export function idempotencyOf(request: Request, path: string, body: unknown) {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (!VISIBLE_ASCII.test(key)) {
    throw invalid("Idempotency-Key", "must be 1 to 255 visible ASCII characters");
  }
  const identity = JSON.stringify([request.method, path, body]);
  return { key, fingerprint: keyedHash("idempotency", identity) };
}
