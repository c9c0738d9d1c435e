import { expect, test } from "vitest";
import { translator } from "@/lib/testing/translator";
import { durationInWords } from "./duration";

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [90, "1 minute 30 seconds"],
  [3_600, "1 hour"],
  [2_685_600, "31 days 2 hours"],
  [86_401, "1 day 1 second"],
])("%i seconds read as %s", (seconds, words) => {
  expect(durationInWords(translator("testMode"), seconds)).toBe(words);
});
