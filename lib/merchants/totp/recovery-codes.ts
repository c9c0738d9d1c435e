import { randomInt } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Db, Tx } from "../../db/client";
import { recoveryCodes } from "../../db/schema/users";
import { keyedHash } from "../../secrets";
import { withoutSeparators } from "./code";

const CODE_COUNT = 10;
const CODE_CHARS = 10;
// Without look-alikes (0 and o; 1, i and l). A code has 49 bits.
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

const newCode = (): string =>
  Array.from({ length: CODE_CHARS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

const formatRecoveryCode = (code: string): string =>
  `${code.slice(0, CODE_CHARS / 2)}-${code.slice(CODE_CHARS / 2)}`;

/**
 * The hash that is stored for a code, however it is typed. Keyed, so that it can't be looked up in a table.
 */
export const recoveryCodeHash = (userId: string, typed: string): Buffer =>
  keyedHash("recovery-code", JSON.stringify([userId, withoutSeparators(typed).toLowerCase()]));

/** Replaces the user's recovery codes with ten new ones, which are shown only once. */
export async function replaceCodes(tx: Db | Tx, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < CODE_COUNT) codes.add(newCode());
  await deleteCodes(tx, userId);
  await tx
    .insert(recoveryCodes)
    .values([...codes].map((code) => ({ userId, codeHash: recoveryCodeHash(userId, code) })));
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
