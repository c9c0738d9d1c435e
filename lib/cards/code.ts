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

/**
 * A code at one store, brought to its one form: one of ours, or one that the store brought along from
 * another provider, which may be any 4 to 32 letters and digits; null when it cannot be either.
 */
export function parseStoreCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "");
  return /^[0-9a-z]{4,32}$/i.test(code) ? code.toUpperCase() : null;
}

// From here on guessing is hopeless where guesses are limited, even among ten thousand cards.
const HARD_TO_GUESS_CHARACTERS = 12;

/** The same where anybody may try: shorter codes are for the store's own tills and people. */
export function parsePublicCode(typed: string): string | null {
  const code = parseStoreCode(typed);
  return code && isHardToGuess(code) ? code : null;
}

/** Whether a code is safe for public look-ups by the card's holder. */
export const isHardToGuess = (code: string): boolean => code.length >= HARD_TO_GUESS_CHARACTERS;

/** As it is printed: ours in fours, another provider's as it came. */
export const formatCode = (code: string): string =>
  parseCode(code) ? (code.match(/.{4}/g)?.join("-") ?? code) : code;

const SHORT_CHARACTERS = 8;

/** The end of a code by which people tell cards apart; of a short one only half of that. */
export function endOf(code: string): string {
  const bare = code.replaceAll("-", "");
  return bare.length < SHORT_CHARACTERS ? bare.slice(-2).padStart(4, "•") : bare.slice(-4);
}

/** A masked code in fours that shows only its end. */
export const maskCode = (code: string): string => `••••-••••-••••-${endOf(code)}`;

/** The keyed hash by which one of our own codes is found, of whatever store. */
export const codeHmac = (code: string): Buffer => keyedHash("card-code", code);

/**
 * The keyed hash by which a code is found at a store. Ours are unique everywhere; two stores may each
 * have brought along the same of another provider, and none learns of it.
 */
export const storeCodeHmac = (merchantId: string, code: string): Buffer =>
  parseCode(code) ? codeHmac(code) : keyedHash("card-code", `${merchantId}:${code}`);

/**
 * A code (in the form `parseStoreCode` gives) as the row of its card keeps it: hashed for look-ups,
 * and sealed for showing, which opens only for this merchant and card.
 */
export const storedCode = (merchantId: string, cardId: string, code: string) => ({
  codeHmac: storeCodeHmac(merchantId, code),
  sealedCode: sealCode({ merchantId, id: cardId }, code),
  codeLast4: endOf(code),
});

/** A new code as the row of its card keeps it. */
export const newCode = (merchantId: string, cardId: string) =>
  storedCode(merchantId, cardId, generateCode());

type Owner = { merchantId: string; id: string };

/** A code as the row of its card keeps it; opens only for this merchant and card. */
export const sealCode = ({ merchantId, id }: Owner, code: string): string =>
  seal("card-code", `${merchantId}:${id}`, code);

/** The code of a card, in fours. */
export const openCode = (card: Owner & { sealedCode: string }): string =>
  formatCode(unseal("card-code", `${card.merchantId}:${card.id}`, card.sealedCode));
