import type { Ctx } from "../context";
import type { Db, Tx } from "../db/client";
import { auditLog } from "../db/schema/audit-log";
import { newId } from "../ids";

/** Who changed something at a merchant; `requestId` is null for the operator's command. */
export type Author = { merchantId: string; actor: string; requestId: string | null };

export type Change = {
  action:
    | "merchant.created"
    | "card.created"
    | "card.claimed"
    | "card.disabled"
    | "webhook.created"
    | "webhook.updated"
    | "webhook.deleted"
    | "webhook.replayed"
    | "webhook.resent"
    | "webhook.secret_revealed"
    | "webhook.secret_rotated"
    | "webhook.secret_switched"
    | "api_key.created"
    | "api_key.revoked"
    | "session.opened"
    | "session.revoked";
  subjectId: string;
  details?: Record<string, unknown>;
};

/** The author of what a request changes. */
export const authorOf = ({ merchantId, principal, requestId }: Ctx): Author => ({
  merchantId,
  actor: principal.actor,
  requestId,
});

/** Writes the audit row of a change, in its commit. Details hold no secrets. */
export async function audit(tx: Db | Tx, author: Author, change: Change): Promise<void> {
  const { merchantId, actor, requestId } = author;
  await tx.insert(auditLog).values({ id: newId(), merchantId, actor, requestId, ...change });
}
