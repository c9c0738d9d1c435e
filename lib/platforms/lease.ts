import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { type Db, db, type Tx } from "../db/client";
import { platformCards } from "../db/schema/platforms";
import { LEASE_MS } from "./schedule";

type PlatformCardRow = typeof platformCards.$inferSelect;

/** A card of a platform that this process alone works on until its lease ends. */
export type Leased = PlatformCardRow & {
  /** The lease as the database wrote it: each write proves that it still holds. */
  lease: string;
};

export type Changes = Partial<
  Omit<typeof platformCards.$inferInsert, "merchantId" | "connectionId" | "cardId">
>;

export type CardKey = Pick<PlatformCardRow, "merchantId" | "connectionId" | "cardId">;

export const isPlatformCard = ({ merchantId, connectionId, cardId }: CardKey) =>
  and(
    eq(platformCards.merchantId, merchantId),
    eq(platformCards.connectionId, connectionId),
    eq(platformCards.cardId, cardId),
  );

const isLeased = (leased: Leased) =>
  and(isPlatformCard(leased), sql`${platformCards.leasedUntil} = ${leased.lease}::timestamptz`);

/** Whether no process has it, or the one that had it has died. */
export const isFree = sql`(${platformCards.leasedUntil} is null or ${platformCards.leasedUntil} < clock_timestamp())`;

/** Takes a platform card for this process; null while another has it, or when there is none. */
export async function leaseCard(key: CardKey): Promise<Leased | null> {
  const [leased] = await db()
    .update(platformCards)
    .set({ leasedUntil: sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'` })
    .where(and(isPlatformCard(key), isFree))
    .returning({
      ...getTableColumns(platformCards),
      lease: sql<string>`${platformCards.leasedUntil}::text`,
    });
  return leased ?? null;
}

/** Writes what is known now. Throws, and has written nothing, when the lease was lost. */
export async function write(leased: Leased, changes: Changes, on: Db | Tx = db()): Promise<void> {
  const [row] = await on
    .update(platformCards)
    .set({ ...changes, updatedAt: sql`clock_timestamp()` })
    .where(isLeased(leased))
    .returning({ cardId: platformCards.cardId });
  if (!row) throw new Error("the platform card is another process's by now");
}

/** Writes what is known now, and knows it. */
export async function save(leased: Leased, changes: Changes): Promise<void> {
  await write(leased, changes);
  Object.assign(leased, changes);
}

/** Gives the card to whoever wants it next; changes nothing when the lease was lost. */
export const release = (leased: Leased) =>
  db().update(platformCards).set({ leasedUntil: null }).where(isLeased(leased));

export const exists = async (key: CardKey): Promise<boolean> =>
  (await db().$count(platformCards, isPlatformCard(key))) > 0;
