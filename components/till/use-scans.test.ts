import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { burstAfter, isScan, NO_BURST } from "./scan-burst";
import { NO_SCANS, scansAfter, useBurst } from "./use-scans";

/** The burst of a field, as its component has it. */
function burstOfField(): ReturnType<typeof useBurst> {
  const fields: ReturnType<typeof useBurst>[] = [];
  const Field = () => {
    fields.push(useBurst());
    return null;
  };
  renderToStaticMarkup(createElement(Field));
  const [field] = fields;
  if (!field) throw new Error("the field was not drawn");
  return field;
}

const change = (timeStamp: number, data: string | null = "7") =>
  ({ inputType: data === null ? "insertFromPaste" : "insertText", data, timeStamp }) as InputEvent;

/** Whether keys are a scan that were pressed, and changed the field, this many ms apart. */
function isScanOf(keys: number, pressedEveryMs: number, changedEveryMs: number) {
  const field = burstOfField();
  let burst = field.after(change(0));
  for (let n = 1; n <= keys; n++) {
    field.press({ timeStamp: 9_000 + n * pressedEveryMs });
    burst = field.after(change(20_000 + n * changedEveryMs));
  }
  const end = { timeStamp: 9_000 + (keys + 1) * pressedEveryMs };
  return { isScan: isScan(burst), isEndedScan: field.hasEnded(end) };
}

test("keys are a scan by when they were pressed, however late a busy page handles them", () => {
  expect(isScanOf(7, 40, 260)).toEqual({ isScan: true, isEndedScan: true });
  expect(isScanOf(4, 55, 180)).toEqual({ isScan: false, isEndedScan: true });
  expect(isScanOf(9, 170, 1)).toEqual({ isScan: false, isEndedScan: false });
});

test("a change that no key made counts by its own time, and a paste is a scan", () => {
  const field = burstOfField();
  for (let n = 0; n < 6; n++) field.after(change(n * 240));
  expect(field.hasEnded({ timeStamp: 1_240 })).toBe(false);
  field.press({ timeStamp: 1_250 });
  expect(isScan(field.after(change(5_000, null)))).toBe(true);
});

type Typing = [text: string, pauseMs: number, afterMs?: number];

/** What is in the field after these texts, each typed with a pause between its keys, by default a second apart. */
function fieldAfter(...typings: Typing[]): string {
  let [scans, burst, text, nowMs] = [NO_SCANS, NO_BURST, "", 0];
  for (const [keys, pauseMs, afterMs = 1_000] of typings) {
    nowMs += afterMs;
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

test("a scanner that stops for a moment within a code types one code, which replaces the one before", () => {
  const halves: Typing[] = [
    ["88FF77EE", SCAN_MS],
    ["66DD55CC", SCAN_MS, 350],
  ];
  expect(fieldAfter(...halves)).toBe("88FF77EE66DD55CC");
  expect(fieldAfter(["6003219876543210", SCAN_MS], ...halves)).toBe("88FF77EE66DD55CC");
  expect(fieldAfter(["600", SCAN_MS], ["321987654", SCAN_MS, 140])).toBe("600321987654");
});

test("what a person types is kept, whole or in groups", () => {
  expect(fieldAfter(["ABCD", PERSON_MS], ["2345", PERSON_MS], ["EFGH", 90])).toBe("ABCD2345EFGH");
  expect(fieldAfter(["6003219876543210", SCAN_MS], ["12", PERSON_MS])).toBe("600321987654321012");
});
