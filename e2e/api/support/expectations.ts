import { expect } from "@playwright/test";
import type { Answer } from "../../support/client";

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const REQUEST_ID = /^req_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The exact names in an object, in alphabetical order. */
export const keysOf = (body: object): string[] => Object.keys(body).sort();

/** Expects success, and shows the answer when it is another. */
export function expectStatus(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status);
}

/** Expects `{error, message, requestId}`, exactly these beside the named extras. */
export function expectRefusal(
  answer: Answer,
  status: number,
  error: string,
  extras: readonly string[] = [],
): void {
  expect({ status: answer.status, error: answer.body?.error }, answer.text).toEqual({
    status,
    error,
  });
  expect(keysOf(answer.body)).toEqual(["error", "message", "requestId", ...extras].sort());
  expect(answer.body.message).toMatch(/^.{5,}$/s);
  expect(answer.body.requestId).toMatch(REQUEST_ID);
  expect(answer.headers.get("content-type")).toBe("application/json");
}

/** Expects a 400 whose `fields`, and message, name exactly these. */
export function expectInvalid(answer: Answer, ...paths: string[]): void {
  expectRefusal(answer, 400, "invalid_request", ["fields"]);
  const fields: { path: string; message: string }[] = answer.body.fields;
  expect(
    fields.map(({ path }) => path),
    answer.text,
  ).toEqual(paths);
  for (const { path, message } of fields)
    expect(answer.body.message).toContain(`${path}: ${message}`);
}

/** The bytes of an error without the one thing that may differ. */
export const withoutRequestId = ({ text }: Answer): string => {
  const masked = text.replace(/req_[0-9a-f-]{36}/g, "req");
  expect(masked, text).not.toBe(text);
  return masked;
};

/** How many answers have each status and error, such as `{"200": 1, "409 card_already_active": 29}`. */
export function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = body?.error ? `${status} ${body.error}` : String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
