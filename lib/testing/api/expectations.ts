import { deepStrictEqual } from "node:assert";
import type { Answer } from "@/e2e/support/client";

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const REQUEST_ID = /^req_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The keys of an object, in alphabetical order. */
export const keysOf = (body: object): string[] => Object.keys(body).sort();

/** Expects equality under either test runner, and shows the response on failure. */
function expectSame(found: unknown, wanted: unknown, text: string): void {
  try {
    deepStrictEqual(found, wanted);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${text}`);
  }
}

/** Expects this status, and shows the response on failure. */
export const expectStatus = ({ status: found, text }: Answer, status: number): void =>
  expectSame(found, status, text);

/** Expects an error with exactly `error`, `message`, `requestId`, `doc_url` and the named extra keys. */
export function expectRefusal(
  { status: found, body, headers, text }: Answer,
  status: number,
  error: string,
  extras: readonly string[] = [],
): void {
  expectSame({ status: found, error: body?.error }, { status, error }, text);
  const cardStatus = error === "card_not_active" ? ["status"] : [];
  const keys = ["error", "message", "requestId", "doc_url", ...cardStatus, ...extras];
  expectSame(keysOf(body), keys.sort(), text);
  expectSame(new URL(body.doc_url).hash, `#${error}`, text);
  const texts = { message: /^.{5,}$/s.test(body.message), id: REQUEST_ID.test(body.requestId) };
  expectSame(texts, { message: true, id: true }, text);
  expectSame(headers.get("content-type"), "application/json", text);
}

/** Expects a 400 whose `fields` and message name exactly these paths. */
export function expectInvalid(answer: Answer, ...paths: string[]): void {
  expectRefusal(answer, 400, "invalid_request", ["fields"]);
  const { fields, message: whole } = answer.body;
  const named = fields.map(({ path }: { path: string }) => path);
  expectSame(named, paths, answer.text);
  for (const { path, message } of fields) {
    expectSame(whole.includes(`${path}: ${message}`), true, answer.text);
  }
}

/** The text of an error with the request id masked: nothing else may differ. */
export const withoutRequestId = ({ text }: Answer): string => {
  const masked = text.replace(/req_[0-9a-f-]{36}/g, "req");
  expectSame(masked === text, false, text);
  return masked;
};

/** Counts responses by status and error, such as `{"200": 1, "409 card_already_active": 29}`. */
export function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = body?.error ? `${status} ${body.error}` : String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
