import { randomBytes } from "node:crypto";
import { keyedHash } from "@/lib/base/config/secrets";
import { codeCharsOf, withoutSeparators } from "@/lib/base/text";

const CODE_CHARS = 8;

/** How long a pairing code works. */
export const PAIRING_MINUTES = 15;

/** A new pairing code as it is shown, such as 7KQM-2XWP, made of 8 or more random bytes, and the hash that is stored. */
export function newPairingCode(random: Uint8Array = randomBytes(CODE_CHARS)): {
  code: string;
  hash: Buffer;
} {
  const text = codeCharsOf(random.subarray(0, CODE_CHARS));
  const code = `${text.slice(0, CODE_CHARS / 2)}-${text.slice(CODE_CHARS / 2)}`;
  return { code, hash: hashPairingCode(code) };
}

/** The stored hash of a pairing code as typed. Case, spaces and dashes don't matter. */
export const hashPairingCode = (typed: string): Buffer =>
  keyedHash("pairing-code", withoutSeparators(typed).toUpperCase());
