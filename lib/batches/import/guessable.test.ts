import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { generateCode } from "../../cards/code";
import { guessabilityOf } from "./guessable";

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
