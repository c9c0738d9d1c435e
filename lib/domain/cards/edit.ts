import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField } from "@/lib/base/errors";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { auditLog } from "@/lib/db/schema/audit-log";
import { batches } from "@/lib/db/schema/batches";
import { cardNotes, cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { storeTodaySql } from "@/lib/domain/stores/store-time-zone";
import { lockedOperation } from "@/lib/ledger/post/operation";
import { queueShopSync } from "@/lib/ledger/post/queue-shop-sync";
import type { Card } from "@/lib/ledger/post/records";
import { lockingCard } from "./find";
import { REFUSED_STATUSES, refuseStatus } from "./refused-statuses";

/** What only the team sees of a card. */
export type CardDetails = {
  note: string | null;
  /** When the team last emailed the card to its customer, as far as the audit log says. */
  emailedAt: Date | null;
  /** What the card is sold for, as printed on it (minor units); null for any amount. */
  denominationCents: number | null;
};

/** The team's note about a card, when the card was last emailed, and its denomination. Refuses: not_found. */
export async function readDetails(
  { merchantId }: Ctx,
  { cardId }: { cardId: string },
): Promise<CardDetails> {
  const [details] = await db()
    .select({
      note: cardNotes.note,
      emailedAt: sql<Date | null>`(select max(a.created_at) from ${auditLog} a
        where a.merchant_id = ${cards.merchantId} and a.subject_id = ${cards.id}::text
          and (a.action = 'card.email_resent'
            or a.action = 'card.claimed' and a.details ->> 'emailed' = 'true'))`.mapWith(
        auditLog.createdAt,
      ),
      denominationCents: batches.amountCents,
    })
    .from(cards)
    .leftJoin(
      cardNotes,
      and(eq(cardNotes.merchantId, cards.merchantId), eq(cardNotes.cardId, cards.id)),
    )
    .leftJoin(batches, and(eq(batches.merchantId, cards.merchantId), eq(batches.id, cards.batchId)))
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, cardId)));
  return found(details);
}

type Edit = {
  cardId: string;
  /** The last day on which the balance can be redeemed (YYYY-MM-DD); null for no expiration. */
  expiresOn?: string | null | undefined;
  /** The team's note; null removes it. */
  note?: string | null | undefined;
};

/**
 * Changes an active card's expiration date, or the team's note about any card. A top-up later never brings the date
 * forward. The audit log has both dates, but not the note, which may be personal.
 * Refuses: not_found, card_not_active (an expiration date, with `status`), invalid_request (one in the past).
 */
export async function editCard(ctx: Ctx, { cardId, expiresOn, note }: Edit): Promise<CardDetails> {
  requireScope(ctx, "store:manage");
  await lockedOperation(ctx, lockingCard(ctx, cardId), async (tx, locked) => {
    const card = found(locked);
    if (expiresOn !== undefined && expiresOn !== card.expiresOn) {
      await changeExpiry(ctx, tx, card, expiresOn);
    }
    if (note !== undefined) await changeNote(ctx, tx, cardId, note);
    return {};
  });
  return await readDetails(ctx, { cardId });
}

/**
 * Moves an active card's expiration date to a later one, `expiresOn` (YYYY-MM-DD). `unchanged`: it is valid that long
 * already. Refuses: not_found, card_not_active (with `status`), invalid_request (a date in the past).
 */
export const extendCard = (
  ctx: Ctx,
  { cardId, expiresOn }: { cardId: string; expiresOn: string },
): Promise<{ unchanged?: true }> =>
  lockedOperation(
    requireScope(ctx, "store:manage"),
    lockingCard(ctx, cardId),
    async (tx, locked) => {
      const card = found(locked);
      refuseStatus(card, REFUSED_STATUSES.expire);
      if (card.expiresOn === null || card.expiresOn >= expiresOn) return { unchanged: true };
      await changeExpiry(ctx, tx, card, expiresOn);
      return {};
    },
  );

async function changeExpiry(ctx: Ctx, tx: Tx, card: Card, expiresOn: string | null): Promise<void> {
  refuseStatus(card, REFUSED_STATUSES.expire);
  const rows = await tx.execute<{ isPast: boolean }>(
    sql`select coalesce(${expiresOn}::date < ${storeTodaySql(ctx.merchantId)}, false) as "isPast"`,
  );
  // To end a card today, deactivate it: that says what becomes of its balance.
  if (onlyRow(rows).isPast) throw invalidField("expiresOn", "must not be in the past");
  // No refusals past this line.
  const now = sql`statement_timestamp()`;
  await tx
    .update(cards)
    // Set here, because the trigger would cost every top-up.
    .set({ expiresOn, updatedAt: now, detailsChangedAt: now })
    .where(and(eq(cards.merchantId, ctx.merchantId), eq(cards.id, card.id)));
  const details = { expiresOn: { from: card.expiresOn, to: expiresOn } };
  await audit(tx, authorOf(ctx), {
    action: "card.expiry_changed",
    subjectId: card.id,
    details,
  });
  if ((await queueShopSync(tx, [card], { look: true })) > 0) ctx.reply.queuedWork = true;
}

async function changeNote(ctx: Ctx, tx: Tx, cardId: string, note: string | null): Promise<void> {
  const { merchantId } = ctx;
  const isNote = and(eq(cardNotes.merchantId, merchantId), eq(cardNotes.cardId, cardId));
  const [before = null] = await tx.select({ note: cardNotes.note }).from(cardNotes).where(isNote);
  if (note === (before?.note ?? null)) return;
  if (note === null) await tx.delete(cardNotes).where(isNote);
  else {
    await tx
      .insert(cardNotes)
      .values({ merchantId, cardId, note })
      .onConflictDoUpdate({ target: [cardNotes.merchantId, cardNotes.cardId], set: { note } });
  }
  const details = { changed: note === null ? "removed" : before ? "edited" : "added" };
  await audit(tx, authorOf(ctx), { action: "card.note_changed", subjectId: cardId, details });
}
