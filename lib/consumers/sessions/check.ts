import { and, eq, sql } from "drizzle-orm";
import type { Consumer, WalletSession } from "../../context";
import { db } from "../../db/client";
import { consumerSessions } from "../../db/schema/consumer-access";
import { consumers } from "../../db/schema/consumers";
import { hashToken } from "../../opaque-token";
import { isLive } from "./live";

export type OpenWallet = { consumer: Consumer; session: WalletSession };

/**
 * The wallet that a cookie's token opens, unless it was closed, has ended or nobody used it for too
 * long. That it was used is written down at most once a minute.
 */
export async function checkWallet(token: string): Promise<OpenWallet | null> {
  const tokenHash = hashToken(token);
  const [row] = await db()
    .select({
      id: consumerSessions.id,
      merchantId: consumerSessions.merchantId,
      cardId: consumerSessions.cardId,
      consumerId: consumers.id,
      email: consumers.email,
      noted: sql<boolean>`${consumerSessions.lastSeenAt} > now() - interval '1 minute'`,
    })
    .from(consumerSessions)
    .innerJoin(consumers, eq(consumers.id, consumerSessions.consumerId))
    .where(and(eq(consumerSessions.tokenHash, tokenHash), isLive));
  if (!row) return null;
  if (!row.noted) await note(row.id);
  const { id, consumerId, email, merchantId, cardId } = row;
  const only = merchantId && cardId ? { merchantId, cardId } : null;
  return { consumer: { id: consumerId, email }, session: { id, only } };
}

const note = (id: string) =>
  db()
    .update(consumerSessions)
    .set({ lastSeenAt: sql`now()` })
    .where(
      and(
        eq(consumerSessions.id, id),
        sql`${consumerSessions.lastSeenAt} <= now() - interval '1 minute'`,
      ),
    );
