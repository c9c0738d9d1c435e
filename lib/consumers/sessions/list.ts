import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { consumerSessions } from "../../db/schema/consumer-access";
import { type Device, deviceOf } from "../../merchants/sessions/user-agent";
import { consumerOf } from "../person";
import { isLive } from "./live";

/** A browser in which the wallet is open. */
export type WalletBrowser = Device & {
  id: string;
  address: string | null;
  /** Opened by a link to one card, and sees that card alone. */
  oneCard: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  /** The one that asks. */
  current: boolean;
};

const MAX_LISTED = 100;

/** Where the consumer's wallet is open, the browser that asks first. Refuses: unauthorized. */
export async function listWalletSessions(ctx: Ctx): Promise<WalletBrowser[]> {
  const { id, session } = consumerOf(ctx);
  const rows = await db()
    .select({
      id: consumerSessions.id,
      userAgent: consumerSessions.userAgent,
      address: consumerSessions.address,
      oneCard: sql<boolean>`${consumerSessions.cardId} is not null`,
      createdAt: consumerSessions.createdAt,
      lastSeenAt: consumerSessions.lastSeenAt,
    })
    .from(consumerSessions)
    .where(and(eq(consumerSessions.consumerId, id), isLive))
    .orderBy(desc(eq(consumerSessions.id, session.id)), desc(consumerSessions.lastSeenAt))
    .limit(MAX_LISTED);
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    ...deviceOf(userAgent),
    current: row.id === session.id,
  }));
}
