import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import {
  type Consumer,
  type Ctx,
  requireScope,
  type WalletSession,
  walletSessionOf,
} from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import type { Language } from "@/lib/base/i18n/languages";
import { hashToken, newToken } from "@/lib/base/opaque-token";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { consumerSessions } from "@/lib/db/schema/consumer-access";
import { consumers } from "@/lib/db/schema/consumers";
import { merchants } from "@/lib/db/schema/merchants";
import {
  isLive,
  isUseRecordingDue,
  listLive,
  newSession,
  recordUse,
  revokeLive,
  WALLET_SESSIONS,
} from "@/lib/domain/people/session-records";

export type OpenWallet = {
  consumer: Consumer;
  session: WalletSession;
  /** The language that the consumer chose; null if none, or if only one card is open. */
  language: Language | null;
};

/** The consumer of the request's wallet session. Refuses: unauthorized (a key, a merchant's user). */
export function consumerOf(ctx: Ctx): Consumer & { session: WalletSession } {
  const session = walletSessionOf(ctx);
  if (!ctx.consumer || !session) throw new Refusal("unauthorized");
  return { ...ctx.consumer, session };
}

/**
 * Opens a consumer's wallet in this browser, for one card or all, and ends the wallet session that was open
 * there. Returns the new session's token.
 */
export async function openWallet(
  tx: Tx,
  ctx: Ctx,
  consumerId: string,
  only: WalletSession["only"],
): Promise<string> {
  const { token, tokenHash } = newToken();
  const { address, userAgent } = ctx;
  const open = walletSessionOf(ctx);
  if (open) {
    await tx
      .update(consumerSessions)
      .set({ revokedAt: sql`now()` })
      .where(eq(consumerSessions.id, open.id));
  }
  await tx.insert(consumerSessions).values({
    ...newSession(WALLET_SESSIONS, { address, userAgent }),
    tokenHash,
    consumerId,
    merchantId: only?.merchantId ?? null,
    cardId: only?.cardId ?? null,
  });
  return token;
}

/**
 * SQL condition: nobody but the consumer can have opened the session. Emails of a test twin are not sent but shown
 * to its team, who open one card with their links.
 */
export const IS_OPENED_BY_CONSUMER = sql`not exists (select from ${merchants}
  where ${merchants.id} = ${consumerSessions.merchantId} and ${merchants.liveMerchantId} is not null)`;

type CardKey = { merchantId: string; cardId: string };

/** The card, or the one that it was replaced by. */
export async function latestOf(from: Db | Tx, { merchantId, cardId }: CardKey): Promise<CardKey> {
  const [latest] = await from.execute<{ id: string }>(
    sql`select latest_card(${merchantId}::uuid, ${cardId}::uuid) as id`,
  );
  return { merchantId, cardId: latest?.id ?? cardId };
}

/** The wallet session with this cookie token; null if it isn't live. */
export async function checkWalletSession(token: string): Promise<OpenWallet | null> {
  const [row] = await db()
    .select({
      id: consumerSessions.id,
      merchantId: consumerSessions.merchantId,
      cardId: consumerSessions.cardId,
      consumerId: consumers.id,
      email: consumers.email,
      language: consumers.language,
      useDue: isUseRecordingDue(WALLET_SESSIONS),
    })
    .from(consumerSessions)
    .innerJoin(consumers, eq(consumers.id, consumerSessions.consumerId))
    .where(and(eq(consumerSessions.tokenHash, hashToken(token)), isLive(WALLET_SESSIONS)));
  if (!row) return null;
  const { id, consumerId, email, merchantId, cardId } = row;
  if (row.useDue) await recordUse(WALLET_SESSIONS, id);
  const only =
    merchantId && cardId
      ? await inBucketOf(merchantId, () => latestOf(db(), { merchantId, cardId }))
      : null;
  return {
    consumer: { id: consumerId, email },
    session: { id, only },
    // A link to one card may be opened by someone else.
    language: only ? null : row.language,
  };
}

/**
 * The browsers in which the consumer's wallet is open. `oneCard`: a link to one card opened the session,
 * which shows only that card. Refuses: unauthorized.
 */
export async function listWalletSessions(ctx: Ctx) {
  const { id, session } = consumerOf(ctx);
  const oneCard = sql<boolean | null>`case when ${IS_OPENED_BY_CONSUMER}
    then ${consumerSessions.cardId} is not null end`;
  const browsers = await listLive(WALLET_SESSIONS, id, session.id, oneCard);
  return browsers.flatMap(({ extra, ...browser }) =>
    extra === null ? [] : [{ ...browser, oneCard: extra }],
  );
}

/** Closes the wallet in one of the consumer's browsers. Refuses: not_found (closed, or someone else's). */
export async function revokeWalletSession(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ revoked: number }> {
  requireScope(ctx, "wallet:own");
  const revoked = await revoke(ctx, eq(consumerSessions.id, id));
  if (revoked === 0) throw new Refusal("not_found");
  return { revoked };
}

/** Closes the wallet in all browsers except the current one. */
export async function revokeOtherWallets(ctx: Ctx): Promise<{ revoked: number }> {
  requireScope(ctx, "wallet:own");
  return { revoked: await revoke(ctx, ne(consumerSessions.id, consumerOf(ctx).session.id)) };
}

/** Closes the wallet in the current browser. */
export async function closeWallet(ctx: Ctx): Promise<object> {
  await revoke(ctx, eq(consumerSessions.id, consumerOf(ctx).session.id));
  return {};
}

const revoke = async (ctx: Ctx, which: SQL): Promise<number> =>
  (await revokeLive(db(), WALLET_SESSIONS, consumerOf(ctx).id, which)).length;
