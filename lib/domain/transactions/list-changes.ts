import { and, desc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { auditLog } from "@/lib/db/schema/audit-log";
import { holds } from "@/lib/db/schema/holds";
import { transactions } from "@/lib/db/schema/transactions";
import type { Action } from "@/lib/domain/audit/actions";
import { namesOf } from "@/lib/domain/audit/actors";
import { findCard } from "@/lib/domain/cards/find";
import { SHOWN_STATUS } from "@/lib/domain/holds/hold";

/** The audit log's actions, by what the card's history calls them. */
const AUDITED = {
  created: "card.created",
  claimed: "card.claimed",
  frozen: "card.frozen",
  unfrozen: "card.unfrozen",
  replaced: "card.replaced",
  disabled: "card.disabled",
  expiry_changed: "card.expiry_changed",
  note_changed: "card.note_changed",
  metadata_changed: "card.metadata_changed",
  email_resent: "card.email_resent",
  code_revealed: "card.code_revealed",
  hold_released: "hold.released",
} as const satisfies Record<string, Action>;

type AuditedName = keyof typeof AUDITED;
const AUDITED_NAMES = Object.keys(AUDITED) as AuditedName[];

export const CHANGES = [...AUDITED_NAMES, "hold_placed"] as const;

/** The newest ones of the audit log, and the newest holds. */
const MAX_LISTED = 100;

type Details = {
  email?: string;
  ownerEmail?: string;
  balanceCents?: number;
  amountCents?: number;
  reason?: string;
  expiresOn?: { from: string | null; to: string | null };
  /** The other card of a replacement. */
  replaces?: string;
  replacedBy?: string;
  last4?: string;
} | null;

/** Details that few kinds of changes have, without values. */
const NOTHING = {
  email: null,
  balanceCents: null,
  amountCents: null,
  reason: null,
  expiresOn: null,
  otherCard: null,
  hold: null,
  sequence: null,
};

/**
 * A card's changes without movements, with their times and people, and the holds placed on it; oldest first.
 * Refuses: not_found.
 */
export async function listChanges({ merchantId }: Ctx, { cardId }: { cardId: string }) {
  const [cardOrNone, rows, placed, lastMovement = 0] = await Promise.all([
    findCard(merchantId, cardId),
    auditOf(merchantId, cardId),
    holdsOf(merchantId, cardId),
    lastSequenceOf(merchantId, cardId),
  ]);
  const card = found(cardOrNone);
  // Only the write-off of its balance can follow a card's end.
  const endedAt = lastMovement === card.sequence ? card.sequence - 1 : card.sequence;
  const names = await namesOf(merchantId, [...rows, ...placed]);
  const actorOf = (actor: string) => ({ id: actor, name: names.get(actor) ?? null });
  const audited = rows.map(({ action, actor, createdAt, requestId, details }) => {
    const facts = (details as Details) ?? {};
    const { email, ownerEmail, balanceCents, reason, replaces, replacedBy, last4 } = facts;
    const otherId = replaces ?? replacedBy;
    const what = AUDITED_NAMES.find((name) => AUDITED[name] === action) ?? "created";
    return {
      ...NOTHING,
      what,
      createdAt,
      actor: actorOf(actor),
      requestId,
      // The consumer that the card was assigned or emailed to.
      email: email ?? ownerEmail ?? null,
      // The balance that became unusable, or moved to another card.
      balanceCents: balanceCents ?? null,
      amountCents: facts.amountCents ?? null,
      reason: reason ?? null,
      expiresOn: facts.expiresOn ?? null,
      otherCard: otherId && last4 ? { uuid: otherId, last4 } : null,
      sequence: what === "disabled" || what === "replaced" ? endedAt : null,
    };
  });
  const held = placed.map(({ actor, createdAt, requestId, amountCents, ...hold }) => ({
    ...NOTHING,
    what: "hold_placed" as const,
    createdAt,
    actor: actorOf(actor),
    requestId,
    amountCents,
    hold,
  }));
  const changes = [...audited, ...held].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  );
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
        inArray(auditLog.action, Object.values(AUDITED)),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MAX_LISTED);
  return rows.reverse();
}

/** The holds placed on a card, and what became of them. */
async function holdsOf(merchantId: string, cardId: string) {
  const rows = await db()
    .select({
      actor: holds.actor,
      createdAt: holds.createdAt,
      requestId: holds.requestId,
      amountCents: holds.amountCents,
      status: SHOWN_STATUS,
      expiresAt: holds.expiresAt,
    })
    .from(holds)
    .where(and(eq(holds.merchantId, merchantId), eq(holds.cardId, cardId)))
    .orderBy(desc(holds.id))
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
