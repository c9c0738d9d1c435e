import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { MAX_CENTS } from "@/lib/base/money";
import type { Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { gifts } from "@/lib/db/schema/gifts";
import { outbox } from "@/lib/db/schema/outbox";
import { transactions } from "@/lib/db/schema/transactions";
import { createDigitalCard } from "@/lib/domain/cards/create";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { findOrCreateConsumer } from "@/lib/domain/customers/customers";
import { queueOptionalMail } from "@/lib/domain/mail/store-mail";
import { type LockedCard, lockLatestCard } from "@/lib/ledger/post/lock-cards";
import { moveOne } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { MovementResult } from "@/lib/ledger/post/records";
import { type Gift, isGift, type LockedGift, lockGift, readGift } from "./gift";

/**
 * Settles a locked, pending gift: adds its amount to the card as gift_received and completes gift_sent.
 * The sender gets an email, unless they canceled the gift.
 */
async function settleGift(
  ctx: Ctx,
  tx: Tx,
  gift: LockedGift,
  status: Exclude<Gift["status"], "pending">,
  cardId: string,
): Promise<MovementResult & { gift: Gift }> {
  const { merchantId, id: giftId, amountCents, currency } = gift;
  const source = status === "accepted" ? undefined : "returned";
  const received = { ...MOVEMENT_POLICIES.giftReceived, cardId, amountCents, currency, source };
  const moved = await moveOne(ctx, tx, { ...received, silent: true });
  await tx
    .update(transactions)
    .set({ status: "completed" })
    .where(and(eq(transactions.merchantId, merchantId), eq(transactions.id, gift.transactionId)));
  const settled = { settledCardId: cardId, settledTransactionId: moved.transaction.id };
  await tx
    .update(gifts)
    .set({ status, settledAt: sql`statement_timestamp()`, ...settled })
    .where(isGift(gift));
  if (status !== "cancelled") {
    await queueOptionalMail(tx, merchantId, {
      template: "gift_settled",
      to: gift.senderEmail,
      merchantId,
      giftId,
      storeName: gift.storeName,
      recipientEmail: gift.recipientEmail,
      recipientName: gift.recipientName,
      outcome: status,
      amountCents,
      currency,
      onNewCard: cardId !== gift.cardId,
    });
  }
  return { ...moved, gift: await readGift(tx, gift) };
}

/**
 * Accepts a gift for its recipient (normalized email) and puts it on a new card at the same store, which
 * expires with the sender's card: nobody pays for a gift, and only a load extends a date.
 * Refuses: not_found (also another recipient's gift), gift_settled.
 */
export const acceptGift = (ctx: Ctx, { giftId, email }: { giftId: string; email: string }) =>
  lockedOperation(
    requireScope(ctx, "wallet:gift"),
    (tx) => lockGift(tx, { ...ctx, id: giftId }, eq(gifts.recipientEmail, email)),
    async (tx, gift) => {
      if (!gift) throw new Refusal("not_found");
      if (gift.status !== "pending" || gift.isOver) throw new Refusal("gift_settled");
      // No refusals past this point.
      const { merchantId, currency } = gift;
      const ownerId = await findOrCreateConsumer(tx, email);
      const expiresOn = await readExpiration(tx, gift);
      const cardId = await createDigitalCard(tx, { merchantId, currency, ownerId, expiresOn });
      return await settleGift(ctx, tx, gift, "accepted", cardId);
    },
  );

/** Declines a gift for its recipient (normalized email). Refuses: not_found, gift_settled. */
export const declineGift = (ctx: Ctx, { giftId, email }: { giftId: string; email: string }) =>
  returnGift(requireScope(ctx, "wallet:gift"), giftId, "declined", eq(gifts.recipientEmail, email));

/**
 * Cancels a gift that is not accepted yet. Its email is not sent if it is still in the queue.
 * Refuses: not_found (also another consumer's gift), gift_settled.
 */
export const cancelGift = (ctx: Ctx, { giftId, senderId }: { giftId: string; senderId: string }) =>
  returnGift(requireScope(ctx, "wallet:own"), giftId, "cancelled", eq(gifts.senderId, senderId));

/** Returns an expired gift to its sender. Refuses: not_found, gift_settled (also if it is not due yet). */
export const expireGift = (ctx: Ctx, { giftId }: { giftId: string }) =>
  returnGift(requireScope(ctx, "money:write"), giftId, "expired");

/** Returns a pending gift's amount to the sender's card, as a separate gift_received movement. */
const returnGift = (
  ctx: Ctx,
  giftId: string,
  status: "declined" | "cancelled" | "expired",
  whose?: SQL,
) =>
  lockedOperation(
    ctx,
    async (tx) => {
      const gift = await lockGift(tx, { ...ctx, id: giftId }, whose);
      return { gift, card: gift && (await lockLatestCard(tx, gift)) };
    },
    async (tx, { gift, card }): Promise<{ gift: Gift }> => {
      if (!gift) throw new Refusal("not_found");
      if (gift.status !== "pending") throw new Refusal("gift_settled");
      if (status === "expired" && !gift.isOver) throw new Refusal("gift_settled");
      // No refusals past this point.
      const cardId = await cardForReturn(tx, gift, card);
      const settled = await settleGift(ctx, tx, gift, status, cardId);
      // Deletes the email with the gift if it is still queued: the gift can no longer be accepted.
      const mail = and(eq(outbox.id, gift.id), eq(outbox.merchantId, gift.merchantId));
      await tx.delete(outbox).where(and(mail, eq(outbox.status, "pending")));
      return { gift: settled.gift };
    },
  );

/**
 * The id of the gift's original card, or of the one that replaced it; or of a new card for the sender if that is
 * full or disabled.
 */
async function cardForReturn(
  tx: Tx,
  gift: LockedGift,
  card: LockedCard | undefined,
): Promise<string> {
  const { merchantId, currency, amountCents, senderId: ownerId } = gift;
  const hasRoom = card?.status === "active" && amountCents <= MAX_CENTS - card.balanceCents;
  return hasRoom
    ? card.id
    : await createDigitalCard(tx, {
        merchantId,
        currency,
        ownerId,
        expiresOn: await readExpiration(tx, gift),
      });
}

/** The expiration date of the card that a gift came from. */
async function readExpiration(tx: Tx, { merchantId, cardId }: LockedGift): Promise<string | null> {
  const [card] = await tx
    .select({ expiresOn: cards.expiresOn })
    .from(cards)
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, cardId)));
  return card?.expiresOn ?? null;
}
