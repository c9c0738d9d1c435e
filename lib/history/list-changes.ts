import { and, asc, eq, inArray } from "drizzle-orm";
import { namesOf } from "../audit/actors";
import { findCard } from "../cards/find";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { auditLog } from "../db/schema/audit-log";
import { Refusal } from "../errors";

// Each of these happens at most once per card.
const SHOWN = ["card.created", "card.claimed", "card.disabled"] as const;

/** A change of a card without a transaction. */
export type CardChange = {
  what: "created" | "claimed" | "disabled";
  createdAt: Date;
  actor: { id: string; name: string | null };
  requestId: string | null;
  /** The consumer it was assigned to. */
  email: string | null;
  /** The balance that became unusable, in minor units. */
  balanceCents: number | null;
  /** The card's last sequence, if the change disabled it. */
  sequence: number | null;
};

type Details = { email?: string; ownerEmail?: string; balanceCents?: number } | null;

/**
 * When a card was created, claimed and disabled, and by whom; oldest first.
 * Refuses: not_found.
 */
export async function listChanges(
  { merchantId }: Ctx,
  { cardId }: { cardId: string },
): Promise<{ changes: CardChange[] }> {
  const [card, rows] = await Promise.all([
    findCard(merchantId, cardId),
    auditOf(merchantId, cardId),
  ]);
  if (!card) throw new Refusal("not_found");
  const names = await namesOf(merchantId, [...new Set(rows.map(({ actor }) => actor))]);
  const changes = rows.map(({ action, actor, createdAt, requestId, details }): CardChange => {
    const { email, ownerEmail, balanceCents } = (details as Details) ?? {};
    return {
      what: action.slice("card.".length) as CardChange["what"],
      createdAt,
      actor: { id: actor, name: names.get(actor) ?? null },
      requestId,
      email: email ?? ownerEmail ?? null,
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
        inArray(auditLog.action, [...SHOWN]),
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(SHOWN.length);
