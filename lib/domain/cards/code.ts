import { randomBytes } from "node:crypto";
import { keyedHash, keyedHashes, seal, unseal } from "@/lib/base/config/secrets";
import { scannedCode } from "@/lib/base/scan";
import { CODE_ALPHABET, codeCharsOf, withoutSeparators } from "@/lib/base/text";

const RANDOM_CHARACTER_COUNT = 15;

/** The check character for the first 15 characters of a code (Luhn mod 32). */
function checkCharacter(characters: string): string {
  let sum = 0;
  let factor = 2;
  for (const character of [...characters].reverse()) {
    const addend = factor * CODE_ALPHABET.indexOf(character);
    sum += Math.floor(addend / CODE_ALPHABET.length) + (addend % CODE_ALPHABET.length);
    factor = factor === 2 ? 1 : 2;
  }
  return CODE_ALPHABET.charAt(
    (CODE_ALPHABET.length - (sum % CODE_ALPHABET.length)) % CODE_ALPHABET.length,
  );
}

/** Generates a code: 75 random bits and a check character, without separators. */
export function generateCode(): string {
  const characters = codeCharsOf(randomBytes(RANDOM_CHARACTER_COUNT));
  return characters + checkCharacter(characters);
}

/** Normalizes a code as typed or scanned; null if it can't be a code. */
export function parseCode(typed: string): string | null {
  const code = withoutSeparators(scannedCode(typed)).toUpperCase();
  const wellFormed =
    code.length === RANDOM_CHARACTER_COUNT + 1 &&
    [...code].every((letter) => CODE_ALPHABET.includes(letter));
  return wellFormed && checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null;
}

/** Normalizes one of our codes, or an imported one (4 to 32 letters and digits). Null if it is neither. */
export function parseStoreCode(typed: string): string | null {
  const code = withoutSeparators(scannedCode(typed));
  return /^[0-9a-z]{4,32}$/i.test(code) ? code.toUpperCase() : null;
}

// Codes this long can't be guessed where attempts are limited, even among 10,000 cards.
const HARD_TO_GUESS_MIN_LENGTH = 12;

/** Like parseStoreCode(), for public pages: rejects short codes, which only the store itself can use. */
export function parsePublicCode(typed: string): string | null {
  const code = parseStoreCode(typed);
  return code && isHardToGuess(code) ? code : null;
}

/** Whether a code is long enough for public lookups. */
export const isHardToGuess = (code: string): boolean => code.length >= HARD_TO_GUESS_MIN_LENGTH;

/** A code as printed: ours in groups of 4, another provider's unchanged. */
export const formatCode = (code: string): string =>
  parseCode(code) ? (code.match(/.{4}/g)?.join("-") ?? code) : code;

const MIN_LENGTH_FOR_LAST_4 = 8;

/** The last 4 characters of a code, to tell cards apart; only the last 2 of a short code. */
export function last4Of(code: string): string {
  const bare = code.replaceAll("-", "");
  return bare.length < MIN_LENGTH_FOR_LAST_4 ? bare.slice(-2).padStart(4, "•") : bare.slice(-4);
}

/**
 * A masked code in groups of 4 that shows only its end: the last 4 of ours, but the last 2 of an imported code,
 * which may follow a pattern that leaves little else to guess.
 */
export const maskCode = (code: string): string =>
  `•••• •••• •••• ${parseCode(code) ? last4Of(code) : code.slice(-2).padStart(4, "•")}`;

/** Hashes for finding one of our codes at any store: under ENCRYPTION_KEY and each former key. */
export const codeHmacs = (code: string): Buffer[] => keyedHashes("card-code", code);

/** What is hashed of a code: with its store, unless it is ours. Two stores may import the same code. */
const hashedText = (merchantId: string, code: string): string =>
  parseCode(code) ? code : `${merchantId}:${code}`;

/** Hashes for finding a code at one store: under ENCRYPTION_KEY and each former key. */
export const storeCodeHmacs = (merchantId: string, code: string): Buffer[] =>
  keyedHashes("card-code", hashedText(merchantId, code));

/** The hash that is stored for a code: HMAC-SHA256, see lib/base/config/secrets.ts. */
export const storeCodeHmac = (merchantId: string, code: string): Buffer =>
  keyedHash("card-code", hashedText(merchantId, code));

/** The columns that store a code, as `parseStoreCode` returns it. */
export const codeColumns = (merchantId: string, cardId: string, code: string) => ({
  codeHmac: storeCodeHmac(merchantId, code),
  sealedCode: sealCode({ merchantId, id: cardId }, code),
  codeLast4: last4Of(code),
});

/** The columns that store a newly generated code. */
export const newCodeColumns = (merchantId: string, cardId: string) =>
  codeColumns(merchantId, cardId, generateCode());

type CardIds = { merchantId: string; id: string };

/** Encrypts a code so that it decrypts only for this merchant and card. */
export const sealCode = ({ merchantId, id }: CardIds, code: string): string =>
  seal("card-code", `${merchantId}:${id}`, code);

/** Decrypts a card's code and formats it as printed. */
export const unsealCode = (card: CardIds & { sealedCode: string }): string =>
  formatCode(unseal("card-code", `${card.merchantId}:${card.id}`, card.sealedCode));
