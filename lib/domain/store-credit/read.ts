import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { db } from "@/lib/db/client/client";
import { consumers } from "@/lib/db/schema/consumers";
import { wallets } from "@/lib/db/schema/wallets";
import { auditListedCodes } from "@/lib/domain/cards/code-access";
import { findCard } from "@/lib/domain/cards/find";
import type { Card } from "@/lib/ledger/post/records";

type WalletRow = { id: string; email: string; cardId: string; createdAt: Date };

/** A consumer's store credit in one currency, with the card that holds it. */
export type WalletWithCard = WalletRow & { card: Card };

type WalletsOfConsumer = PageRequest & { email: string; currency?: string | undefined };

const selectWallets = (merchantId: string, which: SQL | undefined) =>
  db()
    .select({
      id: wallets.id,
      email: consumers.email,
      cardId: wallets.cardId,
      createdAt: wallets.createdAt,
    })
    .from(wallets)
    .innerJoin(consumers, eq(consumers.id, wallets.consumerId))
    .where(and(eq(wallets.merchantId, merchantId), which));

const withCard = async (merchantId: string, row: WalletRow): Promise<WalletWithCard> => ({
  ...row,
  card: found(await findCard(merchantId, row.cardId)),
});

/**
 * A consumer's wallets at this store, newest first: at most one per currency, none for an unknown email. A
 * list that shows codes is audited. Refuses: invalid_request (the cursor).
 */
export async function listConsumerWallets(
  ctx: Ctx,
  { limit, offset, cursor, email, currency }: WalletsOfConsumer,
): Promise<Page<WalletWithCard>> {
  const { merchantId } = ctx;
  const matching = and(
    eq(wallets.merchantId, merchantId),
    sql`${wallets.consumerId} = (select id from ${consumers} where email = ${email})`,
    currency ? eq(wallets.currency, currency) : undefined,
  );
  const { items, ...page } = await pageOf<WalletRow>(
    { limit, offset, cursor },
    { list: "consumer-wallets", merchantId, email, currency },
    (after, rows, skipped) =>
      selectWallets(merchantId, and(matching, after ? lt(wallets.id, after) : undefined))
        .orderBy(desc(wallets.id))
        .limit(rows)
        .offset(skipped),
    () => db().$count(wallets, matching),
  );
  await auditListedCodes(ctx, items.length);
  return { ...page, items: await Promise.all(items.map((row) => withCard(merchantId, row))) };
}

/** A wallet of this store. Refuses: not_found. */
export async function readWallet(
  { merchantId }: Ctx,
  { walletId }: { walletId: string },
): Promise<WalletWithCard> {
  const [row] = await selectWallets(merchantId, eq(wallets.id, walletId));
  return withCard(merchantId, found(row));
}
