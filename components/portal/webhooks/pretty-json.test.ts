import { expect, test } from "vitest";
import { prettyJson } from "./pretty-json";

test("JSON is indented as JSON.stringify does", () => {
  const value = {
    id: 'a, {b}: "c"',
    list: [1, [], {}, [true, null]],
    empty: {},
    deep: { n: -1.5 },
  };
  expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(prettyJson(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value, null, 2));
});

test("numbers, strings and repeated keys stay as written", () => {
  const written = String.raw`{"id":12345678901234567890,"id":1.0,"é":"\u00e9\/"}`;
  expect(prettyJson(written).replaceAll(/\n */g, "").replaceAll(": ", ":")).toBe(written);
});

test("other text, and JSON that is nested too deeply, stays as it is", () => {
  const deep = "[".repeat(5_000) + "]".repeat(5_000);
  for (const text of ["", "OK", "<b>503</b>", '{"cut":"of', "{a: 1}", deep]) {
    expect(prettyJson(text)).toBe(text);
  }
});
