/** How easily a stranger guesses a code of a file, from the file's own statistics. */
export type Guessability = {
  /** Why its codes can be guessed; null if they can't. */
  reason: "sequential" | "numeric" | "few_combinations" | null;
  /** Estimated guesses until one hits a code of the file. */
  guesses: number;
};

// At 500 guesses an hour, this many take more than two centuries.
const MIN_GUESSES = 1_000_000_000;
// With fewer codes, a character that never varies may be chance.
const MIN_CODES_FOR_POSITIONS = 20;
// Neighbors at most this far apart count as a sequence.
const SEQUENCE_GAP = 100n;
const MIN_SEQUENCE_SHARE = 0.1;

/** The character classes that a code can be drawn from, and how many characters each has. */
const CLASSES: [RegExp, number][] = [
  [/[0-9]/, 10],
  [/[A-Z]/, 26],
];

/**
 * Estimates how easily a code of a file is guessed. Takes codes as `parseStoreCode` returns them: capital
 * letters and digits. Finds sequences, digits only, and codes that differ in few places.
 */
export function guessabilityOf(codes: string[]): Guessability {
  if (codes.length === 0) return { reason: null, guesses: Number.POSITIVE_INFINITY };
  const combinations = combinationsOf(codes);
  const guesses = Math.max(1, Math.floor(combinations / codes.length));
  if (sequenceShareOf(codes) >= MIN_SEQUENCE_SHARE) {
    return { reason: "sequential", guesses: Math.min(guesses, Number(SEQUENCE_GAP)) };
  }
  if (guesses < MIN_GUESSES) return { reason: "few_combinations", guesses };
  if (codes.every((code) => /^[0-9]+$/.test(code))) return { reason: "numeric", guesses };
  return { reason: null, guesses };
}

/** The number of codes that look like these: per length, the characters possible at each position. */
function combinationsOf(codes: string[]): number {
  const byLength = new Map<number, string[]>();
  for (const code of codes) {
    const alike = byLength.get(code.length);
    if (alike) alike.push(code);
    else byLength.set(code.length, [code]);
  }
  return [...byLength.values()].reduce((sum, alike) => sum + combinationsOfLength(alike), 0);
}

function combinationsOfLength(codes: string[]): number {
  const length = codes[0]?.length ?? 0;
  const alphabet = alphabetSizeOf(codes.join(""));
  let combinations = 1;
  for (let place = 0; place < length; place++) {
    const seen = new Set(codes.map((code) => code.charAt(place)));
    const possible = alphabetSizeOf([...seen].join(""));
    // With many codes, what was never seen at a place isn't used there, such as in a prefix.
    const isKnown = codes.length >= MIN_CODES_FOR_POSITIONS && seen.size < possible / 2;
    combinations *= isKnown ? seen.size : Math.min(possible, alphabet);
  }
  return combinations;
}

const alphabetSizeOf = (text: string): number =>
  CLASSES.reduce((size, [sign, characters]) => size + (sign.test(text) ? characters : 0), 0);

/** The share of codes that follow another one closely, as numbers of base 36. */
function sequenceShareOf(codes: string[]): number {
  if (codes.length < 2) return 0;
  const numbers = codes.map(numberOf).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const close = numbers.filter(
    (number, n) => n > 0 && number - (numbers[n - 1] ?? 0n) <= SEQUENCE_GAP,
  );
  return close.length / (codes.length - 1);
}

function numberOf(code: string): bigint {
  const digits = /^[0-9]+$/.test(code);
  if (digits) return BigInt(`1${code}`);
  let number = 1n;
  for (const character of code) number = number * 36n + BigInt(Number.parseInt(character, 36));
  return number;
}
