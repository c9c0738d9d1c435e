import { expect, test } from "vitest";
import { translator } from "@/lib/testing/translator";
import { ApiError, refusalOf, unreachable } from "./api";
import { problemInWords, refusalInWords } from "./refusal-words";

const t = translator("common");

test.each([
  ["url", "must use port 443, or 1024 or above", "The URL must use port 443, or 1024 or above."],
  ["body.email", "is in the team already", "The email is in the team already."],
  ["events.0", "must be one of card.debited", "The list of events must be one of card.debited."],
  ["constructor", "is not a known field", "This value is not a known field."],
  [
    "body",
    "a store has at most 20 webhooks; delete one first",
    "A store has at most 20 webhooks; delete one first.",
  ],
  ["validityMonths", "must be at least 1", "This value must be at least 1."],
  ["url", "It ends already.", "It ends already."],
])("%s: %s is shown as a sentence", (path, message, shown) => {
  expect(problemInWords(t, { path, message }, null)).toBe(shown);
});

test("a refusal without a field is shown in the server's words", () => {
  const refusal = { status: 400, code: "card_expired", message: "The card has expired." };
  expect(refusalInWords(t, new ApiError(refusal))).toBe("The card has expired.");
  const fields = [
    { path: "url", message: "is not a URL" },
    { path: "body", message: "give one" },
  ];
  expect(refusalInWords(t, new ApiError({ ...refusal, fields }))).toBe(
    "The URL is not a URL. Give one.",
  );
});

test("a failure without a response has its own text", () => {
  expect(refusalInWords(t, unreachable())).toMatch(/^Can't reach Scrip/);
  expect(refusalInWords(t, refusalOf(502, null))).toMatch(/^Something went wrong on our end/);
  expect(refusalInWords(t, new TypeError())).toMatch(/^Something went wrong on this page/);
});
