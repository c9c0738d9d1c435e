import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import type { Metadata } from "@/lib/base/metadata";
import { newTokenLink } from "@/lib/base/opaque-token";
import { onlyRow, type Tx } from "@/lib/db/client/client";
import { consumerLinks } from "@/lib/db/schema/consumer-access";
import { consumers } from "@/lib/db/schema/consumers";
import { wallets } from "@/lib/db/schema/wallets";
import { createDigitalCard } from "@/lib/domain/cards/create";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { findOrCreateConsumer } from "@/lib/domain/customers/customers";
import { queueOptionalMail } from "@/lib/domain/mail/store-mail";
import { settingsOf } from "@/lib/domain/stores/settings";
import { lockLatestCard } from "@/lib/ledger/post/lock-cards";
import { moveOne } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { MovementResult } from "@/lib/ledger/post/records";

export type StoreCredit = {
  email: string;
  amountCents: number;
  currency: string;
  note?: string | undefined;
  referenceId?: string | undefined;
  metadata?: Metadata | undefined;
  source: string;
};

export type IssuedCredit = MovementResult & { walletId: string };

/**
 * Adds `amountCents` (minor units) to the consumer's wallet in this currency and sends an email. The first
 * credit creates the wallet (spec, Store credit). Refuses: balance_limit_exceeded.
 */
export const issueStoreCredit = (
  ctx: Ctx,
  { email, ...credit }: StoreCredit,
): Promise<IssuedCredit> =>
  lockedOperation(
    requireScope(ctx, "money:write"),
    lockingWallet(ctx, { email, ...credit }),
    async (tx, locked) => {
      const { merchantId } = ctx;
      const { amountCents, currency, note = null } = credit;
      const wallet = locked ?? (await findOrCreateWallet(tx, { merchantId, email, currency }));
      const { cardId } = wallet;
      const movement = { ...MOVEMENT_POLICIES.storeCredit, ...credit, cardId, silent: true };
      const moved = await moveOne(ctx, tx, movement);
      // No refusals past this point.
      await queueOptionalMail(tx, merchantId, {
        template: "store_credit",
        to: email,
        merchantId,
        cardId,
        storeName: wallet.storeName,
        amountCents,
        balanceCents: moved.card.balanceCents,
        currency,
        note,
        link: wallet.isNewCard
          ? await createCardLink(tx, { merchantId, cardId, email })
          : "/wallet",
      });
      return { ...moved, walletId: wallet.id };
    },
  );

/**
 * Locks the wallet, whether it exists or not, then its card, and returns it; null if something has to be created. Not
 * by the consumer's row, because a new consumer is inserted after the limits (see lockCards()).
 */
const lockingWallet =
  ({ merchantId }: Ctx, { email, currency }: StoreCredit) =>
  async (tx: Tx): Promise<Wallet | null> => {
    const wallet = JSON.stringify(["wallet", merchantId, currency, email]);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${wallet}, 0))`);
    const [consumer] = await tx
      .select({ id: consumers.id })
      .from(consumers)
      .where(eq(consumers.email, email));
    return consumer
      ? await lockWallet(tx, { merchantId, consumerId: consumer.id, currency })
      : null;
  };

type Wallet = { id: string; cardId: string; isNewCard: boolean; storeName: string };
type WalletKey = { merchantId: string; consumerId: string; currency: string };

/** Locks the card of a locked wallet. Returns null if there is none, or it isn't active. */
async function lockWallet(
  tx: Tx,
  { merchantId, consumerId, currency }: WalletKey,
): Promise<Wallet | null> {
  const [wallet] = await tx
    .select()
    .from(wallets)
    .where(
      and(
        eq(wallets.merchantId, merchantId),
        eq(wallets.consumerId, consumerId),
        eq(wallets.currency, currency),
      ),
    );
  if (!wallet) return null;
  // The card may have been replaced since the wallet was read.
  const card = await lockLatestCard(tx, wallet);
  if (card?.status !== "active") return null;
  return { id: wallet.id, cardId: card.id, isNewCard: false, storeName: card.store.name };
}

type WalletOwner = { merchantId: string; email: string; currency: string };

/** Returns a locked wallet and its active card, creating what is missing. */
async function findOrCreateWallet(
  tx: Tx,
  { merchantId, email, currency }: WalletOwner,
): Promise<Wallet> {
  const consumerId = await findOrCreateConsumer(tx, email);
  const wallet = await lockWallet(tx, { merchantId, consumerId, currency });
  if (wallet) return wallet;
  const cardId = await createDigitalCard(tx, { merchantId, currency, ownerId: consumerId });
  const opened = await tx
    .insert(wallets)
    .values({ merchantId, id: newId(), consumerId, currency, cardId })
    .onConflictDoUpdate({
      target: [wallets.merchantId, wallets.consumerId, wallets.currency],
      set: { cardId },
    })
    .returning();
  const { name: storeName } = await settingsOf(tx, merchantId);
  return { ...onlyRow(opened), isNewCard: true, storeName };
}

/** Creates a link that opens the new card once within 30 days, for the email. */
async function createCardLink(
  tx: Tx,
  { merchantId, cardId, email }: { merchantId: string; cardId: string; email: string },
): Promise<string> {
  const { tokenHash, link } = newTokenLink("/wallet/open");
  const expiresAt = sql`now() + interval '30 days'`;
  await tx
    .insert(consumerLinks)
    .values({ tokenHash, purpose: "invitation", email, merchantId, cardId, expiresAt });
  return link;
}
