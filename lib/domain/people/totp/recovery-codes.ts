import { randomInt, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { and, eq, isNull } from "drizzle-orm";
import { keyedHashes } from "@/lib/base/config/secrets";
import { withoutSeparators } from "@/lib/base/text";
import type { Db, Tx } from "@/lib/db/client/client";
import { recoveryCodes } from "@/lib/db/schema/users";

const CODE_COUNT = 10;
const CODE_CHARS = 10;
// Without look-alikes (0 and o; 1, i and l). A code has 49 bits.
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

const newCode = (): string =>
  Array.from({ length: CODE_CHARS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

const formatRecoveryCode = (code: string): string =>
  `${code.slice(0, CODE_CHARS / 2)}-${code.slice(CODE_CHARS / 2)}`;

// Longer than the keyed hashes of earlier codes, to tell them apart.
const HASH_BYTES = 48;
export const KEYED_HASH_BYTES = 32;
// About 10 ms a guess: 49 bits take millennia.
const HASH_COST = { N: 4_096, r: 8, p: 1 };
const scryptHash = promisify<string, string, number, typeof HASH_COST, Buffer>(scrypt);

const normalizedCode = (typed: string): string => withoutSeparators(typed).toLowerCase();

/** The hash that is stored for a code. Slow instead of keyed, so that it outlives a change of keys. */
const recoveryCodeHash = (userId: string, typed: string): Promise<Buffer> =>
  scryptHash(normalizedCode(typed), userId, HASH_BYTES, HASH_COST);

/**
 * The hashes that can be stored for a code, however it is typed. Earlier codes have a keyed hash, which works
 * as long as its key is configured.
 */
export const recoveryCodeHashes = async (userId: string, typed: string): Promise<Buffer[]> => [
  await recoveryCodeHash(userId, typed),
  ...keyedHashes("recovery-code", JSON.stringify([userId, normalizedCode(typed)])),
];

/** Replaces the user's recovery codes with ten new ones, which are shown only once. */
export async function replaceCodes(tx: Db | Tx, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < CODE_COUNT) codes.add(newCode());
  const rows = [...codes].map(async (code) => ({
    userId,
    codeHash: await recoveryCodeHash(userId, code),
  }));
  await deleteCodes(tx, userId);
  await tx.insert(recoveryCodes).values(await Promise.all(rows));
  return [...codes].map(formatRecoveryCode);
}

export const deleteCodes = (tx: Db | Tx, userId: string) =>
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));

/** Number of unused recovery codes of the user. */
export const codesLeft = async (from: Db | Tx, userId: string): Promise<number> =>
  await from.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  );
