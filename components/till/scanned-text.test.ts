import { expect, test } from "vitest";
import { burstAfter, NO_BURST } from "./scan-burst";
import { NO_SCANS, scansAfter } from "./scanned-text";

type Typing = [text: string, pauseMs: number];

/** What is in the field after these texts, each typed with a pause between its keys, a second apart. */
function fieldAfter(...typings: Typing[]): string {
  let [scans, burst, text, nowMs] = [NO_SCANS, NO_BURST, "", 0];
  for (const [keys, pauseMs] of typings) {
    nowMs += 1_000;
    for (const key of keys) {
      nowMs += pauseMs;
      burst = burstAfter(burst, 1, nowMs);
      scans = scansAfter(scans, { before: text, typed: text + key, burst, keys: 1 });
      text = scans.text;
    }
  }
  return text;
}

const SCAN_MS = 40;
const PERSON_MS = 220;

test("a second scan replaces the first, and a third the second", () => {
  const scans: Typing[] = [
    ["6003219876543210", SCAN_MS],
    ["ABCD2345EFGH", SCAN_MS],
  ];
  expect(fieldAfter(...scans)).toBe("ABCD2345EFGH");
  expect(fieldAfter(...scans, ["77776666", 99])).toBe("77776666");
});

test("what a person types is kept, whole or in groups", () => {
  expect(fieldAfter(["ABCD", PERSON_MS], ["2345", PERSON_MS], ["EFGH", 90])).toBe("ABCD2345EFGH");
  expect(fieldAfter(["6003219876543210", SCAN_MS], ["12", PERSON_MS])).toBe("600321987654321012");
});
