import { and, asc, eq, inArray } from "drizzle-orm";
import { namesOf } from "../audit/actors";
import { findCard } from "../cards/find";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { auditLog } from "../db/schema/audit-log";
import { Refusal } from "../errors";

// Each happens to a card once at most.
const SHOWN = ["card.created", "card.claimed", "card.disabled"] as const;

/** What happened to a card without a transaction. */
export type CardChange = {
  what: "created" | "claimed" | "disabled";
  createdAt: Date;
  actor: { id: string; name: string | null };
  requestId: string | null;
  /** Whom it was given to. */
  email: string | null;
  /** What became unusable, in minor units. */
  balanceCents: number | null;
  /** Its place in the card's history; after that of a disabling there is none. */
  sequence: number | null;
};

type Details = { email?: string; ownerEmail?: string; balanceCents?: number } | null;

/**
 * When a card was made, given to a consumer and disabled, and by whom; the oldest first.
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
