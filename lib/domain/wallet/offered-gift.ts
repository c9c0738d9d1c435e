import { eq } from "drizzle-orm";
import type { Consumer, Ctx, Principal } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { db, onlyRow } from "@/lib/db/client/client";
import { atStore } from "@/lib/db/client/in-buckets";
import { merchants } from "@/lib/db/schema/merchants";
import { findOrCreateConsumer } from "@/lib/domain/customers/customers";
import { acceptGift, declineGift } from "@/lib/domain/gifts/accept-or-return";
import { findGiftByToken, type Gift } from "@/lib/domain/gifts/gift";
import { giveBackAttempt, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { BRAND_COLUMNS, type StoreBrand } from "@/lib/domain/stores/brand";
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
  const { merchantId, recipientEmail: email } = gift;
  return await asRecipient(ctx, gift, async (here) => {
    const { card } = await acceptGift(here, { giftId: gift.id, email });
    const link = { email, merchantId, cardId: card.id };
    return await db().transaction((tx) => openWalletByLink(tx, ctx, link));
  });
}

/** Declines a gift and returns its money. Refuses: invalid_request (the link), gift_settled, rate_limited. */
export async function declineOfferedGift(ctx: Ctx, { token }: ByToken): Promise<object> {
  const gift = await readOfferedGift(ctx, { token });
  const { id: giftId, recipientEmail: email } = gift;
  await asRecipient(ctx, gift, (here) => declineGift(here, { giftId, email }));
  return {};
}

/**
 * Runs an operation of the gift's recipient at the gift's store. Leaves out the idempotency key, which must not be
 * stored at that store.
 */
const asRecipient = <T>(
  ctx: Ctx,
  { merchantId, recipientEmail: email }: Gift,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  atStore({ ...ctx, idempotency: null }, merchantId, async (here) => {
    const consumer: Consumer = { id: await findOrCreateConsumer(db(), email), email };
    const actor = `consumer:${consumer.id}`;
    const caller = { kind: "customer", actor, scopes: ["wallet:gift"], wallet: null } as const;
    const principal: Principal = { ...here.principal, ...caller };
    return await work({ ...here, consumer, principal });
  });
