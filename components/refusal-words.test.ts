import { expect, test } from "vitest";
import { ApiError } from "./api";
import { problemInWords, refusalInWords } from "./refusal-words";

test.each([
  ["url", "must use port 443, or 1024 or above", "The URL must use port 443, or 1024 or above."],
  ["body.email", "is in the team already", "The address is in the team already."],
  ["events.0", "must be one of card.debited", "The list of events must be one of card.debited."],
  ["constructor", "is not a known field", "This is not a known field."],
  [
    "body",
    "a store has at most 20 webhooks; delete one first",
    "A store has at most 20 webhooks; delete one first.",
  ],
  ["validityMonths", "must be at least 1", "This must be at least 1."],
  ["url", "It ends already.", "It ends already."],
])("%s: %s is shown as a sentence", (path, message, shown) => {
  expect(problemInWords({ path, message })).toBe(shown);
});

test("a refusal without a field is shown in the server's words", () => {
  const refusal = { status: 400, code: "card_expired", message: "The card has expired." };
  expect(refusalInWords(new ApiError(refusal))).toBe("The card has expired.");
  const fields = [
    { path: "url", message: "is not a URL" },
    { path: "body", message: "give one" },
  ];
  expect(refusalInWords(new ApiError({ ...refusal, fields }))).toBe(
    "The URL is not a URL. Give one.",
  );
});
