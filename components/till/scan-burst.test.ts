import { expect, test } from "vitest";
import { type Burst, burstAfter, charactersOf, isEndedScan, isScan, NO_BURST } from "./scan-burst";

/** The burst after this many keys with these pauses between them, and when it ended. */
function typed(keys: number, pauseMs: number): { burst: Burst; endMs: number } {
  let burst = NO_BURST;
  for (let n = 0; n < keys; n++) burst = burstAfter(burst, 1, 5_000 + n * pauseMs);
  return { burst, endMs: 5_000 + (keys - 1) * pauseMs };
}

test.each([
  [12, 4],
  [7, 60],
  [6, 100],
])("%i keys with pauses of %i ms are a scan, also without Enter", (keys, pauseMs) => {
  expect(isScan(typed(keys, pauseMs).burst)).toBe(true);
});

test.each([
  [5, 30],
  [16, 130],
  [40, 101],
])("%i keys with pauses of %i ms are typed by a person", (keys, pauseMs) => {
  expect(isScan(typed(keys, pauseMs).burst)).toBe(false);
});

test("four fast keys are a scan only if Enter or Tab follows as fast", () => {
  const { burst, endMs } = typed(4, 70);
  expect(isEndedScan(burst, endMs + 80)).toBe(true);
  expect(isEndedScan(burst, endMs + 400)).toBe(false);
  expect(isEndedScan(typed(4, 180).burst, endMs + 5)).toBe(false);
});

test("a pause or a deletion starts over", () => {
  const { burst, endMs } = typed(5, 20);
  expect(burstAfter(burst, 1, endMs + 300).keys).toBe(1);
  expect(isScan(burstAfter(burstAfter(burst, 0, endMs + 20), 1, endMs + 40))).toBe(false);
});

test.each([
  ["insertText", "7", false],
  ["insertCompositionText", "42", false],
  ["insertFromPaste", null, true],
  ["insertFromDrop", null, true],
  ["insertReplacementText", "12", true],
  ["insertText", "60123456", true],
  ["deleteContentBackward", null, false],
  ["historyUndo", null, false],
])("%s of %j is no typing of a person: %s", (inputType, data, scanned) => {
  expect(isScan(burstAfter(NO_BURST, charactersOf({ inputType, data }), 1))).toBe(scanned);
});
