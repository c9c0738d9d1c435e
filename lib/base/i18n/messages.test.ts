import { expect, test } from "vitest";
import { messagesOf } from "./messages";

/** The objects in a value that aren't plain, which a server component can't pass to the browser. */
function unsendableIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return [...(isPlain ? [] : [value]), ...Object.values(value).flatMap(unsendableIn)];
}

test("compiled messages, plurals too, can be sent to the browser", () => {
  const messages = messagesOf("en-US");
  expect(JSON.stringify(messages)).toContain('"other"');
  expect(unsendableIn(messages)).toEqual([]);
});
