import { randomInt } from "node:crypto";
import { keyedHash, seal, unseal } from "../secrets";

// 32 letters that are not taken for one another: no 0, 1, I or O.
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const RANDOM_CHARACTERS = 15;

/** The check character of a code's first fifteen (Luhn's algorithm, modulo 32). */
function checkCharacter(characters: string): string {
  let sum = 0;
  let factor = 2;
  for (const character of [...characters].reverse()) {
    const addend = factor * ALPHABET.indexOf(character);
    sum += Math.floor(addend / ALPHABET.length) + (addend % ALPHABET.length);
    factor = factor === 2 ? 1 : 2;
  }
  return ALPHABET.charAt((ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length);
}

/** A new code: 75 random bits and a check character, without separators. */
export function generateCode(): string {
  const characters = Array.from({ length: RANDOM_CHARACTERS }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join("");
  return characters + checkCharacter(characters);
}

/** A code as a person may type it, brought to its one form; null when it cannot be a code. */
export function parseCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  const wellFormed =
    code.length === RANDOM_CHARACTERS + 1 && [...code].every((letter) => ALPHABET.includes(letter));
  return wellFormed && checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null;
}

/** In fours, as it is printed. */
export const formatCode = (code: string): string => code.match(/.{4}/g)?.join("-") ?? code;

/** A code in fours of which only the last is told. */
export const maskCode = (code: string): string => `••••-••••-••••-${code.slice(-4)}`;

/** The keyed hash by which a code is found. */
export const codeHmac = (code: string): Buffer => keyedHash("card-code", code);

/**
 * A new code as the row of its card keeps it: hashed for look-ups, and sealed for showing, which
 * opens only for this merchant and card.
 */
export function newCode(merchantId: string, cardId: string) {
  const code = generateCode();
  return {
    codeHmac: codeHmac(code),
    sealedCode: sealCode({ merchantId, id: cardId }, code),
    codeLast4: code.slice(-4),
  };
}

type Owner = { merchantId: string; id: string };

/** A code as the row of its card keeps it; opens only for this merchant and card. */
export const sealCode = ({ merchantId, id }: Owner, code: string): string =>
  seal("card-code", `${merchantId}:${id}`, code);

/** The code of a card, in fours. */
export const openCode = (card: Owner & { sealedCode: string }): string =>
  formatCode(unseal("card-code", `${card.merchantId}:${card.id}`, card.sealedCode));
