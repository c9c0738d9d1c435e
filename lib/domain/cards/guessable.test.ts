import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { generateCode } from "./code";
import { commonPinsOf, guessabilityOf } from "./guessable";

const manyOf = (make: (n: number) => string) => Array.from({ length: 500 }, (_, n) => make(n));
const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

test.each([
  ["in sequence", "sequential", (n: number) => `GIFT${String(100_000_000 + n)}`],
  [
    "in sequence with gaps",
    "sequential",
    (n: number) => `60064912${String(n * 37).padStart(8, "0")}`,
  ],
  ["random digits", "numeric", () => randomText("0123456789", 19)],
  [
    "a fixed start and six random digits",
    "few_combinations",
    () => `JUNIPER2026${randomText("0123456789", 6)}`,
  ],
  ["of few letters", "few_combinations", () => randomText("AB", 16)],
  ["short", "few_combinations", () => randomText("ABCDEFGHJKLMNPQR23456789", 6)],
  ["random letters and digits", null, () => randomText("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 16)],
  ["our own", null, () => generateCode()],
])("codes that are %s are found %s to guess", (_name, reason, make) => {
  expect(guessabilityOf(manyOf(make)).reason).toBe(reason);
});

test("a single random code is not judged by chance, a single numeric one is", () => {
  expect(guessabilityOf(["K7QW2M9XR4TB8CHD"]).reason).toBeNull();
  expect(guessabilityOf(["6006491260064912345"]).reason).toBe("numeric");
});

test.each([
  ["numeric", () => randomText("0123456789", 19), () => generateCode(), 1],
  [
    "few_combinations",
    () => `JUNIPER2026${randomText("0123456789", 6)}`,
    () => `${generateCode()}X`,
    12,
  ],
  ["sequential", (n: number) => `60064912${String(n).padStart(8, "0")}`, () => generateCode(), 450],
  [
    "sequential",
    (n: number) => `GIFT00${String(100_000_000_000 + n).slice(2)}`,
    () => generateCode(),
    470,
  ],
] as const)(
  "%s codes are found beside others that can't be guessed (%#)",
  (reason, weak, strong, others) => {
    const codes = manyOf((n) => (n < 500 - others ? weak(n) : strong()));
    expect(guessabilityOf(codes).reason).toBe(reason);
  },
);

test("a few weak or short codes don't make a file of good codes guessable", () => {
  const good = manyOf(() => generateCode());
  const weak = Array.from({ length: 5 }, (_, n) => `6006491200000${100 + n}`);
  const short = manyOf((n) => String(1_000 + n));
  expect(guessabilityOf([...good, ...weak, ...short]).reason).toBeNull();
});

test("PINs that many cards share are found; those of random PINs aren't", () => {
  const random = manyOf(() => randomText("0123456789", 4));
  expect(commonPinsOf(random).size).toBe(0);
  const birthYears = manyOf((n) => String(1990 + (n % 10)));
  expect(commonPinsOf([...random, ...birthYears]).size).toBe(10);
  expect(commonPinsOf(["0000", "0000", "1234"]).size).toBe(0);
});
