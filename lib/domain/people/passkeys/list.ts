import { and, desc, eq } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { db, type Tx } from "@/lib/db/client/client";
import { passkeys } from "@/lib/db/schema/users";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { queueMail } from "@/lib/domain/mail/mail";
import { revokeSessionsOf } from "@/lib/domain/people/sessions";
import { confirmIdentity, type PartialProof } from "@/lib/domain/people/totp/accept-code";

const COLUMNS = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
};

export type Passkey = Pick<typeof passkeys.$inferSelect, keyof typeof COLUMNS>;

/** The user's own passkeys, newest first. Refuses: unauthorized. */
export const listPasskeys = (ctx: Ctx): Promise<Passkey[]> =>
  db()
    .select(COLUMNS)
    .from(passkeys)
    .where(eq(passkeys.userId, signedInUserOf(ctx).userId))
    .orderBy(desc(passkeys.id));

/**
 * Removes one of the user's passkeys, ends their other sessions, which it may have opened, and emails them.
 * Refuses: invalid_request (the password, the code), second_factor_required, not_found (someone else's),
 * rate_limited, unavailable.
 */
export async function removePasskey(
  ctx: Ctx,
  { id, ...proof }: PartialProof & { id: string },
): Promise<object> {
  const { userId, email } = await confirmIdentity(ctx, proof);
  await db().transaction(async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ name: passkeys.name });
    const { name } = found(removed);
    const sessionsEnded = await revokeSessionsOf(tx, userId, signedInUserOf(ctx).sessionId);
    const details = { name, sessionsEnded };
    await audit(tx, authorOf(ctx), { action: "passkey.removed", subjectId: id, details });
    await queueMail(tx, null, { template: "passkey_changed", to: email, change: "removed", name });
  });
  return {};
}

/** Removes all of a user's passkeys and emails them about each. Returns how many there were. */
export async function removePasskeysOf(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<number> {
  const removed = await tx
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ name: passkeys.name });
  for (const { name } of removed) {
    await queueMail(tx, null, { template: "passkey_changed", to: email, change: "removed", name });
  }
  return removed.length;
}
