import { isCleanText } from "./text";

/** Pairs that a caller attached to a card or a movement. */
export type Metadata = Record<string, string>;

export const MAX_PAIRS = 20;
export const MAX_VALUE_CHARS = 200;
export const KEY_PATTERN = /^[a-zA-Z0-9_.-]{1,40}$/;
/** Keys and values together, in UTF-8: every list of cards or transactions carries them. */
const MAX_BYTES = 2_048;

/** What is wrong with a key or its value; null if nothing is. */
export function pairProblem(key: string, value: unknown): string | null {
  // JavaScript objects have no ordinary field of that name.
  if (!KEY_PATTERN.test(key) || key === "__proto__") {
    return "must have a key of 1 to 40 letters, digits, dots, dashes or underscores";
  }
  if (typeof value !== "string") return "must be a string";
  if (value.length > MAX_VALUE_CHARS) return `must have at most ${MAX_VALUE_CHARS} characters`;
  return isCleanText(value) ? null : "must be valid Unicode without NUL characters";
}

/** What is wrong with pairs as a whole; null if nothing is. */
export function sizeProblem(metadata: Metadata): string | null {
  const pairs = Object.entries(metadata);
  if (pairs.length > MAX_PAIRS) return `must have at most ${MAX_PAIRS} pairs`;
  const bytes = pairs.reduce((sum, pair) => sum + Buffer.byteLength(pair.join("")), 0);
  return bytes <= MAX_BYTES ? null : `must have at most ${MAX_BYTES} bytes of keys and values`;
}
