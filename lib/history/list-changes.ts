import { and, desc, eq, inArray } from "drizzle-orm";
import { namesOf } from "../audit/actors";
import { findCard } from "../cards/find";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { auditLog } from "../db/schema/audit-log";
import { transactions } from "../db/schema/transactions";
import { found } from "../errors";

export const CHANGES = [
  "created",
  "claimed",
  "frozen",
  "unfrozen",
  "replaced",
  "disabled",
] as const;
type ChangeName = (typeof CHANGES)[number];

/** The newest ones; a card can be frozen often, and the others happen at most once. */
const MAX_LISTED = 100;

type Details = {
  email?: string;
  ownerEmail?: string;
  balanceCents?: number;
  reason?: string;
  /** The other card of a replacement. */
  replaces?: string;
  replacedBy?: string;
  last4?: string;
} | null;

/**
 * When a card was created, claimed, frozen, unfrozen, replaced and disabled, and by whom; oldest first.
 * Refuses: not_found.
 */
export async function listChanges({ merchantId }: Ctx, { cardId }: { cardId: string }) {
  const [wanted, rows, lastMovement = 0] = await Promise.all([
    findCard(merchantId, cardId),
    auditOf(merchantId, cardId),
    lastSequenceOf(merchantId, cardId),
  ]);
  const card = found(wanted);
  // Only the write-off of its balance can follow a card's end.
  const endedAt = lastMovement === card.sequence ? card.sequence - 1 : card.sequence;
  const names = await namesOf(merchantId, rows);
  const changes = rows.map(({ action, actor, createdAt, requestId, details }) => {
    const known = (details as Details) ?? {};
    const { email, ownerEmail, balanceCents, reason, replaces, replacedBy, last4 } = known;
    const otherId = replaces ?? replacedBy;
    const what = action.slice("card.".length) as ChangeName;
    return {
      what,
      createdAt,
      actor: { id: actor, name: names.get(actor) ?? null },
      requestId,
      // The consumer that the card was assigned to.
      email: email ?? ownerEmail ?? null,
      // The balance that became unusable, or moved to another card.
      balanceCents: balanceCents ?? null,
      reason: reason ?? null,
      otherCard: otherId && last4 ? { uuid: otherId, last4 } : null,
      sequence: what === "disabled" || what === "replaced" ? endedAt : null,
    };
  });
  return { changes };
}

async function auditOf(merchantId: string, cardId: string) {
  const rows = await db()
    .select({
      action: auditLog.action,
      actor: auditLog.actor,
      createdAt: auditLog.createdAt,
      requestId: auditLog.requestId,
      details: auditLog.details,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.merchantId, merchantId),
        eq(auditLog.subjectId, cardId),
        inArray(
          auditLog.action,
          CHANGES.map((change) => `card.${change}`),
        ),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MAX_LISTED);
  return rows.reverse();
}

async function lastSequenceOf(merchantId: string, cardId: string): Promise<number | undefined> {
  const [newest] = await db()
    .select({ sequence: transactions.sequence })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), eq(transactions.cardId, cardId)))
    .orderBy(desc(transactions.sequence))
    .limit(1);
  return newest?.sequence;
}
