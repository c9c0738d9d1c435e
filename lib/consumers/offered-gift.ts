import { eq } from "drizzle-orm";
import { type Consumer, type Ctx, contextAtStore, type Principal } from "../context";
import { findOrCreateConsumer } from "../customers/customers";
import { db, onlyRow } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { BRAND_COLUMNS, type StoreBrand } from "../db/store-brand";
import { invalidField } from "../errors";
import { acceptGift, declineGift } from "../gifts/accept-or-return";
import { findGiftByToken, type Gift } from "../gifts/gift";
import { giveBackAttempt, takeAttempt } from "../limits/attempt-limits";
import { type OpenedWallet, openWalletByLink } from "./links";

/** A gift as shown to a person who opens its link. */
export type OfferedGift = Gift & { store: StoreBrand };

type ByToken = { token: string };

/**
 * The gift of an emailed link, whatever its status.
 * Refuses: invalid_request (there is no such link, or its 30 days are over), rate_limited.
 */
export async function readOfferedGift(ctx: Ctx, { token }: ByToken): Promise<OfferedGift> {
  await takeAttempt("wallet-token", ctx.address);
  const gift = await findGiftByToken(token);
  if (!gift) throw invalidField("token", "is not a gift link, or has expired");
  await giveBackAttempt("wallet-token", ctx.address);
  const store = onlyRow(
    await db().select(BRAND_COLUMNS).from(merchants).where(eq(merchants.id, gift.merchantId)),
  );
  return { ...gift, store };
}

/**
 * Accepts a gift for the email that its link was emailed to, and opens the new card in this browser. Opens
 * only that card, unless the recipient's whole wallet is already open here.
 * Refuses: invalid_request (the link), gift_settled, rate_limited.
 */
export async function acceptOfferedGift(ctx: Ctx, { token }: ByToken): Promise<OpenedWallet> {
  const gift = await readOfferedGift(ctx, { token });
  const email = gift.recipientEmail;
  const recipient = await recipientOf(email);
  const accept = { giftId: gift.id, email };
  const { card } = await acceptGift(recipientContext(ctx, gift, recipient), accept);
  const link = { email, merchantId: gift.merchantId, cardId: card.id };
  return await db().transaction((tx) => openWalletByLink(tx, ctx, link));
}

/** Declines a gift and returns its money. Refuses: invalid_request (the link), gift_settled, rate_limited. */
export async function declineOfferedGift(ctx: Ctx, { token }: ByToken): Promise<object> {
  const gift = await readOfferedGift(ctx, { token });
  const email = gift.recipientEmail;
  const recipient = await recipientOf(email);
  await declineGift(recipientContext(ctx, gift, recipient), { giftId: gift.id, email });
  return {};
}

const recipientOf = async (email: string): Promise<Consumer> => ({
  id: await findOrCreateConsumer(db(), email),
  email,
});

/**
 * The context of the gift's recipient at the gift's store. Leaves out the idempotency
 * key, which must not be stored at that store.
 */
function recipientContext(ctx: Ctx, { merchantId }: Gift, consumer: Consumer): Ctx {
  const principal: Principal = {
    ...ctx.principal,
    kind: "consumer",
    actor: `consumer:${consumer.id}`,
  };
  return contextAtStore({ ...ctx, consumer, principal, idempotency: null }, merchantId);
}
