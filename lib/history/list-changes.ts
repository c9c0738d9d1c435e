import { and, asc, eq, inArray } from "drizzle-orm";
import { namesOf } from "../audit/actors";
import { findCard } from "../cards/find";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { auditLog } from "../db/schema/audit-log";
import { found } from "../errors";

// Each of these happens at most once per card.
const LISTED_ACTIONS = ["card.created", "card.claimed", "card.disabled"] as const;

type Details = { email?: string; ownerEmail?: string; balanceCents?: number } | null;

/**
 * When a card was created, claimed and disabled, and by whom; oldest first.
 * Refuses: not_found.
 */
export async function listChanges({ merchantId }: Ctx, { cardId }: { cardId: string }) {
  const [wanted, rows] = await Promise.all([
    findCard(merchantId, cardId),
    auditOf(merchantId, cardId),
  ]);
  const card = found(wanted);
  const names = await namesOf(merchantId, [...new Set(rows.map(({ actor }) => actor))]);
  const changes = rows.map(({ action, actor, createdAt, requestId, details }) => {
    const { email, ownerEmail, balanceCents } = (details as Details) ?? {};
    return {
      what: action.slice("card.".length) as "created" | "claimed" | "disabled",
      createdAt,
      actor: { id: actor, name: names.get(actor) ?? null },
      requestId,
      // The consumer that the card was assigned to.
      email: email ?? ownerEmail ?? null,
      // The balance that became unusable.
      balanceCents: balanceCents ?? null,
      sequence: action === "card.disabled" ? card.sequence : null,
    };
  });
  return { changes };
}

const auditOf = (merchantId: string, cardId: string) =>
  db()
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
        inArray(auditLog.action, [...LISTED_ACTIONS]),
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(LISTED_ACTIONS.length);
