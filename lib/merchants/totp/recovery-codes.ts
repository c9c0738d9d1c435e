import { randomInt } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Db, Tx } from "../../db/client";
import { recoveryCodes } from "../../db/schema/users";
import { keyedHash } from "../../secrets";
import { bare } from "./code";

const HOW_MANY = 10;
const CHARACTERS = 10;
// None that is taken for another (0 and o; 1, i and l): 49 bits a code.
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

const newCode = (): string =>
  Array.from({ length: CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

const formatRecoveryCode = (code: string): string =>
  `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`;

/** The hash by which a code is found, however it was typed; keyed, so that it can't be looked up in a table. */
export const recoveryCodeHash = (userId: string, typed: string): Buffer =>
  keyedHash("recovery-code", JSON.stringify([userId, bare(typed).toLowerCase()]));

/** Replaces the person's recovery codes by ten new ones, which are shown only once. */
export async function replaceCodes(tx: Db | Tx, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < HOW_MANY) codes.add(newCode());
  await deleteCodes(tx, userId);
  await tx
    .insert(recoveryCodes)
    .values([...codes].map((code) => ({ userId, codeHash: recoveryCodeHash(userId, code) })));
  return [...codes].map(formatRecoveryCode);
}

export const deleteCodes = (tx: Db | Tx, userId: string) =>
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));

/** How many of the person's recovery codes can still be used. */
export async function codesLeft(from: Db | Tx, userId: string): Promise<number> {
  const [left] = await from
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return left?.codes ?? 0;
}
