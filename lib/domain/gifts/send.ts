import { sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField, Refusal } from "@/lib/base/errors";
import type { GiftDesign } from "@/lib/base/gift-designs";
import { newId } from "@/lib/base/ids";
import { newTokenLink } from "@/lib/base/opaque-token";
import { db, onlyRow, sqlState, type Tx } from "@/lib/db/client/client";
import { storeNow } from "@/lib/db/client/clock";
import { gifts } from "@/lib/db/schema/gifts";
import { SUPPRESSION_REASONS } from "@/lib/db/schema/mail-suppressions";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { type Mail, queueMail } from "@/lib/domain/mail/mail";
import { admitStoreMail, refuseSuppressed } from "@/lib/domain/mail/store-mail";
import { readAvailable } from "@/lib/ledger/post/available";
import { lockCards } from "@/lib/ledger/post/lock-cards";
import { moveOne } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { MovementResult } from "@/lib/ledger/post/records";
import { GIFT_DAYS, type Gift, readGift } from "./gift";

// The same for every reason, which is not the sender's business.
const CANT_RECEIVE = "can't receive gifts by email. Try another address.";

export type NewGift = {
  cardId: string;
  /** The consumer who sends the gift and owns the card. */
  senderId: string;
  /** In minor units; all that is available if omitted. */
  amountCents?: number | undefined;
  /** Normalized. */
  recipientEmail: string;
  message?: string | undefined;
  /** How the sender signs the gift and addresses the recipient, at most 60 characters each. */
  senderName?: string | undefined;
  recipientName?: string | undefined;
  design?: GiftDesign | undefined;
  /** Delivery date (YYYY-MM-DD), at 9:00 in the sender's time zone. Sent immediately if omitted. */
  deliverOn?: string | undefined;
  /** The sender's time zone, as an IANA name. */
  timeZone?: string | undefined;
};

/**
 * Sends a card's balance, or part of it, as a gift to an email address (design, Gifts). The amount moves
 * to escrow immediately, and the email with the link is queued.
 * Refuses: not_found (also another consumer's card), card_not_active, card_expired,
 * insufficient_balance (with `balanceCents`), invalid_request (recipientEmail, also one that gets no email
 * from this store; deliverOn, timeZone), store_not_confirmed, rate_limited (emails,
 * and gifts of the sender).
 */
export async function sendGift(ctx: Ctx, order: NewGift): Promise<MovementResult & { gift: Gift }> {
  requireScope(ctx, "wallet:own");
  const { merchantId } = ctx;
  const { cardId, senderId, recipientEmail, deliverOn } = order;
  const { senderEmail, today, lastDay, ...delivery } = await readSenderFacts(merchantId, order);
  return await lockedOperation(
    ctx,
    (tx) => lockCards(tx, [{ merchantId, cardId }]),
    async (tx, [card]) => {
      if (card?.ownerId !== senderId) throw new Refusal("not_found");
      if (recipientEmail === senderEmail)
        throw invalidField("recipientEmail", "must not be your own email");
      if (deliverOn && deliverOn < today)
        throw invalidField("deliverOn", "must not be in the past");
      if (deliverOn && deliverOn > lastDay) {
        throw invalidField("deliverOn", "must be within a year");
      }
      if (deliverOn && card.expiresOn && deliverOn > card.expiresOn) {
        throw invalidField("deliverOn", "must not be after the card expires");
      }
      const mail = { merchantId, to: recipientEmail, giftFrom: senderEmail };
      await refuseSuppressed(tx, mail, "recipientEmail", SUPPRESSION_REASONS, CANT_RECEIVE);
      await admitStoreMail(tx, mail);
      // For an empty card, try 1, so that the refusal is insufficient_balance.
      const amountCents = order.amountCents ?? Math.max(1, await readAvailable(tx, card));
      const sent = {
        ...MOVEMENT_POLICIES.giftSent,
        cardId,
        amountCents,
        status: "pending",
      } as const;
      const moved = await moveOne(ctx, tx, sent);
      // No refusals past this point.
      const gift = await insertGift(tx, order, moved, { ...delivery, storeName: card.store.name });
      return { ...moved, gift };
    },
  );
}

/** The Postgres error code for an unknown time zone. */
const NO_SUCH_ZONE = "22023";

type SenderFacts = {
  senderEmail: string;
  /** Dates in the sender's time zone. */
  today: string;
  lastDay: string;
  /** A later day, or now. */
  deliverAt: string;
  isScheduled: boolean;
};

/** Reads the sender's email and the dates in their time zone. Refuses: invalid_request (timeZone). */
async function readSenderFacts(
  merchantId: string,
  { senderId, deliverOn, timeZone = "UTC" }: NewGift,
): Promise<SenderFacts> {
  const day = sql`${deliverOn ?? null}::date`;
  const query = db().execute<SenderFacts>(sql`
    select (select email from consumers where id = ${senderId}) as "senderEmail",
      today::text, (today + 365)::text as "lastDay",
      coalesce(${day} > today, false) as "isScheduled",
      (case when ${day} > today then (${day} + time '09:00') at time zone ${timeZone}
        else at end)::text as "deliverAt"
    from (select at, (at at time zone ${timeZone})::date as today
      from (select ${storeNow(merchantId)} as at) clock) here`);
  const rows = await query.catch((error) => {
    // A browser can know newer time zones than Postgres.
    if (sqlState(error) !== NO_SUCH_ZONE) throw error;
    throw invalidField("timeZone", "is not a known time zone");
  });
  return onlyRow(rows);
}

/** Inserts the gift and queues its email under the same id. */
async function insertGift(
  tx: Tx,
  { recipientEmail, message, senderId, senderName, recipientName, design }: NewGift,
  { card: { merchantId, id: cardId }, transaction }: MovementResult,
  {
    deliverAt,
    isScheduled,
    storeName,
  }: Pick<SenderFacts, "deliverAt" | "isScheduled"> & { storeName: string },
): Promise<Gift> {
  const id = newId();
  const { amountCents, currency } = transaction;
  const { tokenHash, link } = newTokenLink("/wallet/gift");
  const delivery = sql`${deliverAt}::timestamptz`;
  // The gift's card expires with the sender's.
  const ends = await tx.execute<{ cardEndsAt: string | null }>(sql`
    select day_start(c.expires_on + 1, m.time_zone)::text as "cardEndsAt" from cards c
    join merchants m on m.id = c.merchant_id
    where c.merchant_id = ${merchantId} and c.id = ${cardId}`);
  const { cardEndsAt } = onlyRow(ends);
  await tx.insert(gifts).values({
    merchantId,
    id,
    status: "pending",
    senderId,
    cardId,
    transactionId: transaction.id,
    amountCents,
    currency,
    recipientEmail,
    message,
    senderName,
    recipientName,
    design,
    tokenHash,
    deliverAt: delivery,
    expiresAt: sql`least(${delivery} + make_interval(days => ${GIFT_DAYS}), ${cardEndsAt}::timestamptz)`,
  });
  const gift = await readGift(tx, { merchantId, id });
  const mail: Mail = {
    template: "gift",
    to: recipientEmail,
    merchantId,
    giftId: id,
    storeName,
    senderEmail: gift.senderEmail,
    amountCents,
    currency,
    message: gift.message,
    senderName,
    recipientName,
    design,
    link,
  };
  // A later day has quotas of its own.
  await queueMail(tx, merchantId, mail, { id, sendAt: delivery, counted: !isScheduled });
  return gift;
}
