import { isHardToGuess } from "./code";

/** How easily a stranger guesses a code of a file, from the file's own statistics. */
export type Guessability = {
  /** Why its codes can be guessed; null if they can't. */
  reason: "sequential" | "numeric" | "few_combinations" | null;
  /** Estimated guesses until one hits a code of the file. */
  guesses: number;
};

// The balance page allows 80 guesses an hour to a network. 100 networks need 14 years for this many.
const MIN_GUESSES = 1_000_000_000;
// With fewer codes, what they have in common may be chance.
const MIN_CODES_FOR_STATISTICS = 20;
// A group with a smaller share of the file is ignored.
const MIN_SHARE = 0.1;
// Neighbors at most this far apart count as a sequence.
const SEQUENCE_GAP = 100n;

/** The character classes that a code can be drawn from, and how many characters each has. */
const CLASSES: [RegExp, number][] = [
  [/[0-9]/, 10],
  [/[A-Z]/, 26],
];

/**
 * Estimates how easily a code of a file is guessed. Takes codes as `parseStoreCode` returns them: capital
 * letters and digits. Finds sequences, digits only, and codes that differ in few places. Codes of one length,
 * digits only or not, are judged together, and the file is as weak as the weakest of these groups.
 */
export function guessabilityOf(codes: string[]): Guessability {
  // Short codes are found on no public page, so they count only in a file that has no others.
  const long = codes.filter(isHardToGuess);
  const judged = long.length > 0 ? long : codes;
  const found = groupsOf(judged)
    .filter((group) => isEnough(group.length, judged.length))
    .map(guessabilityOfGroup)
    .sort((a, b) => a.guesses - b.guesses);
  const none = { reason: null, guesses: Number.POSITIVE_INFINITY };
  return found.find(({ reason }) => reason) ?? found[0] ?? none;
}

const isEnough = (count: number, total: number): boolean =>
  count >= MIN_CODES_FOR_STATISTICS || count >= total * MIN_SHARE;

const isNumeric = (code: string): boolean => /^[0-9]+$/.test(code);

function groupsOf(codes: string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const code of codes) {
    const kind = `${code.length} ${isNumeric(code)}`;
    const group = groups.get(kind);
    if (group) group.push(code);
    else groups.set(kind, [code]);
  }
  return [...groups.values()];
}

function guessabilityOfGroup(codes: string[]): Guessability {
  const guesses = Math.max(1, Math.floor(combinationsOf(codes) / codes.length));
  const neighbors = neighborCountOf(codes);
  if (neighbors > 0 && isEnough(neighbors, codes.length - 1)) {
    return { reason: "sequential", guesses: Math.min(guesses, Number(SEQUENCE_GAP)) };
  }
  if (guesses < MIN_GUESSES) return { reason: "few_combinations", guesses };
  return { reason: codes.every(isNumeric) ? "numeric" : null, guesses };
}

/** The number of codes that look like these codes of one length: the characters expected at each place. */
function combinationsOf(codes: string[]): number {
  const length = codes[0]?.length ?? 0;
  let combinations = 1;
  for (let place = 0; place < length; place++) {
    const counts = countsOf(codes.map((code) => code.charAt(place)));
    const possible = alphabetSizeOf([...counts.keys()].join(""));
    combinations *=
      codes.length < MIN_CODES_FOR_STATISTICS
        ? possible
        : Math.min(possible, varietyOf([...counts.values()], codes.length));
  }
  return combinations;
}

/**
 * How many equally frequent characters would be the same in two codes as often as these. Unlike the number of
 * different characters, a few odd codes hardly change it.
 */
function varietyOf(counts: number[], total: number): number {
  const samePairs = counts.reduce((sum, count) => sum + count * (count - 1), 0);
  return samePairs === 0 ? Number.POSITIVE_INFINITY : (total * (total - 1)) / samePairs;
}

function countsOf(values: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const alphabetSizeOf = (text: string): number =>
  CLASSES.reduce((size, [sign, characters]) => size + (sign.test(text) ? characters : 0), 0);

/** How many codes follow another one closely, as numbers of base 10 or 36. */
function neighborCountOf(codes: string[]): number {
  const numbers = codes.map(numberOf).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return numbers.filter((number, n) => n > 0 && number - (numbers[n - 1] ?? 0n) <= SEQUENCE_GAP)
    .length;
}

function numberOf(code: string): bigint {
  if (isNumeric(code)) return BigInt(`1${code}`);
  let number = 1n;
  for (const character of code) number = number * 36n + BigInt(Number.parseInt(character, 36));
  return number;
}

// Random PINs of four digits hardly ever repeat more often.
const MAX_SAME_PINS = 3;
const MAX_SAME_PIN_SHARE = 0.01;

/** The PINs that so many cards of a file share that a stranger tries them first. */
export function commonPinsOf(pins: string[]): Set<string> {
  const most = Math.max(MAX_SAME_PINS, pins.length * MAX_SAME_PIN_SHARE);
  const counts = [...countsOf(pins)];
  return new Set(counts.filter(([, count]) => count > most).map(([pin]) => pin));
}
