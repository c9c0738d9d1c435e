import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./body";

test("whatever JSON.stringify writes is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(3), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['{"a":1,"a":2}', 'has the key "a" twice'],
  ['{"a":1,"\\u0061":2}', "twice"],
  ['{"x":[{"b":1,"b":1}]}', 'has the key "b" twice'],
  ["[".repeat(21) + "]".repeat(21), "deeper than 20"],
  [`${'{"a":'.repeat(21)}1${"}".repeat(21)}`, "deeper than 20"],
  ["[".repeat(30_000), "deeper than 20"],
  [`{"a":[${"1,".repeat(5_000)}1]}`, "more than 5000 values"],
  [`{${Array.from({ length: 6_000 }, (_, n) => `"k${n}":0`).join()}}`, "more than 5000 values"],
  ["[".repeat(30_000) + "]".repeat(30_000), "deeper than 20"],
  ["{a:1}", "not valid JSON"],
  ['{"a":1,}', "not valid JSON"],
  ["NaN", "not valid JSON"],
])("%s is refused: %s", (text, message) => {
  expect(() => parseJson(text)).toThrow(message);
});

test.each([
  '{"a":"b","b":"a"}',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '["a","a"]',
  '{"a":"}{,\\""}',
])("%s repeats no key", (text) => expect(parseJson(text)).toEqual(JSON.parse(text)));

test("a long string that never ends costs one pass over it, not one from each quote", () => {
  const hostile = `"${'\\"'.repeat(400_000)}`;
  // A scan that restarts at each quote would take minutes here.
  expect(() => parseJson(hostile)).toThrow("not valid JSON");
});
