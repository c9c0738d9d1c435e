import type { Ctx } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import type { Tx } from "@/lib/db/client/client";
import { markRevoked } from "./change";
import { type CreatedKey, insertKey } from "./create";
import { formatKey, randomSecret } from "./format";
import { lockWorkingKeysOf } from "./read";
import { type OverlapHours, replaceKey } from "./roll";

/** What happens to a key when its creator is removed from the team. */
export type KeyDecision = { id: string; decision: "revoke" | "roll"; overlapHours: OverlapHours };

/**
 * Revokes or rolls every working key that a user created, in the caller's transaction, which has locked the
 * store. Returns the replacements. Decisions on other keys have no effect. Drop the keys from the cache
 * after the commit.
 * Refuses: invalid_request (a key without a decision; `keys` lists them), and what replaceKey() refuses.
 */
export async function handOverKeysOf(
  tx: Tx,
  ctx: Ctx,
  userId: string,
  decisions: readonly KeyDecision[],
): Promise<CreatedKey[]> {
  const keys = await lockWorkingKeysOf(tx, ctx.merchantId, userId);
  const decided = keys.flatMap(({ id }) => decisions.find((decision) => decision.id === id) ?? []);
  if (decided.length < keys.length) throw undecided(keys);
  const replacements: CreatedKey[] = [];
  for (const { id: keyId, decision, overlapHours } of decided) {
    if (decision === "revoke") {
      await markRevoked(tx, ctx, keyId);
      continue;
    }
    const secret = randomSecret();
    const key = await replaceKey(tx, ctx, { keyId, overlapHours }, (newKey) =>
      insertKey(tx, ctx, newKey, () => secret),
    );
    replacements.push({ key, secret: formatKey(key.id, secret) });
  }
  return replacements;
}

function undecided(keys: { id: string; name: string; last4: string }[]): Refusal {
  const message =
    "must contain a decision, revoke or roll, for each API key that this person created";
  return new Refusal("invalid_request", {
    message: `keys: ${message}`,
    fields: [{ path: "keys", message }],
    extras: { keys },
  });
}
