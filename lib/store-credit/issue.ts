import { and, eq, sql } from "drizzle-orm";
import { openCard } from "../cards/create";
import { MOVEMENTS } from "../cards/movements";
import type { Ctx } from "../context";
import { consumerFor } from "../customers/customers";
import { onlyRow, type Tx } from "../db/client";
import { wallets } from "../db/schema/wallets";
import { newId } from "../ids";
import { lockCards } from "../ledger/lock-cards";
import { moveWithin } from "../ledger/move";
import { operation } from "../ledger/operation";
import type { Moved } from "../ledger/records";
import { settingsOf } from "../merchants/settings";
import { queueMail } from "../outbox/mail";

export type StoreCredit = {
  email: string;
  amountCents: number;
  currency: string;
  note?: string | undefined;
  source: string;
};

export type Issued = Moved & { walletId: string };

/**
 * Adds `amountCents` (minor units) to the consumer's wallet in this currency and sends an email. The first
 * credit creates the wallet (spec, Store credit). Refuses: balance_limit_exceeded.
 */
export const issueStoreCredit = (ctx: Ctx, { email, ...credit }: StoreCredit): Promise<Issued> =>
  operation(ctx, async (tx) => {
    const { merchantId } = ctx;
    const { amountCents, currency, note = null } = credit;
    const wallet = await openWallet(tx, { merchantId, email, currency });
    const { cardId } = wallet;
    const movement = { ...MOVEMENTS.storeCredit, ...credit, cardId, silent: true };
    const moved = await moveWithin(ctx, tx, movement);
    // No refusals past this point.
    await queueMail(tx, merchantId, {
      template: "store_credit",
      to: email,
      merchantId,
      cardId,
      storeName: (await settingsOf(tx, merchantId)).name,
      amountCents,
      balanceCents: moved.card.balanceCents,
      currency,
      note,
      link: wallet.isNewCard ? await linkTo(tx, { merchantId, cardId, email }) : "/wallet",
    });
    return { ...moved, walletId: wallet.id };
  });

type Wanted = { merchantId: string; email: string; currency: string };

/** Returns the wallet and its active card, creating what is missing. Locks the consumer: two may be first. */
async function openWallet(tx: Tx, { merchantId, email, currency }: Wanted) {
  const consumerId = await consumerFor(tx, email);
  await tx.execute(sql`select from consumers where id = ${consumerId} for no key update`);
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
  const [card] = wallet ? await lockCards(tx, [wallet]) : [];
  if (wallet && card?.status === "active") return { ...wallet, isNewCard: false };
  const cardId = await openCard(tx, { merchantId, currency, ownerId: consumerId });
  const opened = await tx
    .insert(wallets)
    .values({ merchantId, id: newId(), consumerId, currency, cardId })
    .onConflictDoUpdate({
      target: [wallets.merchantId, wallets.consumerId, wallets.currency],
      set: { cardId },
    })
    .returning();
  return { ...onlyRow(opened), isNewCard: true };
}

/** Creates a single-use link to the new card, for the email. */
async function linkTo(tx: Tx, { merchantId, cardId, email }: Record<string, string>) {
  const rows = await tx.execute<{ link: string }>(
    sql`select link_to(${merchantId}, ${cardId}, ${email}) as link`,
  );
  return onlyRow(rows).link;
}
