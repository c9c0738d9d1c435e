import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { leaseClock } from "@/lib/db/client/clock";
import { platformCards } from "@/lib/db/schema/platforms";
import type { ConnectionKey } from "./connection";
import { LEASE_MS } from "./sync-policy";

type PlatformCardRow = typeof platformCards.$inferSelect;

/** A platform card that only this process may sync until the lease ends. */
export type LeasedCard = PlatformCardRow & {
  /** The lease as Postgres text. Updates match on it, so they have no effect once the lease is lost. */
  lease: string;
};

export type PlatformCardUpdate = Partial<
  Omit<typeof platformCards.$inferInsert, "merchantId" | "connectionId" | "cardId">
>;

export type PlatformCardKey = Pick<PlatformCardRow, "merchantId" | "connectionId" | "cardId">;

/** Matches the cards of a connection. */
export const isInShop = ({ merchantId, id }: ConnectionKey) =>
  and(eq(platformCards.merchantId, merchantId), eq(platformCards.connectionId, id));

export const isPlatformCard = ({ merchantId, connectionId, cardId }: PlatformCardKey) =>
  and(isInShop({ merchantId, id: connectionId }), eq(platformCards.cardId, cardId));

const isLeased = (leased: LeasedCard) =>
  and(isPlatformCard(leased), sql`${platformCards.leasedUntil} = ${leased.lease}::timestamptz`);

const isFree = sql`(${platformCards.leasedUntil} is null or ${platformCards.leasedUntil} < statement_timestamp())`;

/** Leases a card to this process. Returns null if another process has it or it doesn't exist. */
export async function leaseCard(key: PlatformCardKey): Promise<LeasedCard | null> {
  const [leased] = await db()
    .update(platformCards)
    .set({ leasedUntil: sql`clock.lease` })
    .from(leaseClock(LEASE_MS))
    .where(and(isPlatformCard(key), isFree))
    .returning({ ...getTableColumns(platformCards), lease: sql<string>`clock.text` });
  return leased ?? null;
}

/** Saves changes to a leased card. Throws, and saves nothing, if the lease was lost. */
export async function writeLeased(
  leased: LeasedCard,
  changes: PlatformCardUpdate,
  on: Db | Tx = db(),
): Promise<void> {
  const { count } = await on
    .update(platformCards)
    .set({ ...changes, updatedAt: sql`statement_timestamp()` })
    .where(isLeased(leased));
  if (count === 0) throw new Error("the platform card is another process's by now");
}

/** Like `writeLeased`, and also updates `leased`. */
export async function saveLeased(leased: LeasedCard, changes: PlatformCardUpdate): Promise<void> {
  await writeLeased(leased, changes);
  Object.assign(leased, changes);
}

/** Ends a lease. Does nothing if it was lost. */
export const release = (leased: LeasedCard) =>
  db().update(platformCards).set({ leasedUntil: null }).where(isLeased(leased));

export const platformCardExists = async (key: PlatformCardKey): Promise<boolean> =>
  (await db().$count(platformCards, isPlatformCard(key))) > 0;

/** Marks a card as failed unless it is leased. The merchant sees the reason. */
export const failCard = (key: PlatformCardKey, reason: string) =>
  db()
    .update(platformCards)
    .set({ state: "failed", reason, updatedAt: sql`statement_timestamp()` })
    .where(and(isPlatformCard(key), isFree));
