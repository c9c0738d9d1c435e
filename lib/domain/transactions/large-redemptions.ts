import { and, asc, eq, gte, isNotNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { env } from "@/lib/base/config/env";
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { firstIdAt } from "@/lib/base/ids";
import { log, safeError } from "@/lib/base/observe/log";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { transactions } from "@/lib/db/schema/transactions";
import { memberships, users } from "@/lib/db/schema/users";
import { type Mail, queueMail } from "@/lib/domain/mail/mail";

// A redemption's time is when it began; by then, it was committed or given up.
const COMMITTED_AFTER_MS = 60_000;
const ROWS_AT_ONCE = 200;
/** The longest period that is read at once, so that the query of a busy store stays short. */
const PERIOD_MS = 6 * 60 * 60 * 1_000;
const MAX_PERIODS_PER_RUN = 50;
const LISTED_IN_EMAIL = 20;

/**
 * Emails team members about redemptions of at least the amount they chose, each redemption once and those of a
 * run together, at the bucket's stores. Reads what the ledger wrote, so it adds nothing to a redemption. Returns the
 * number of emails.
 */
export async function notifyOfRedemptions(): Promise<number> {
  const stores = await db()
    .selectDistinct({ id: memberships.merchantId })
    .from(memberships)
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .where(
      and(
        eq(merchants.bucket, currentBucket()),
        isNotNull(memberships.notifiesRedemptionsFromCents),
      ),
    );
  let emails = 0;
  for (const { id } of stores) {
    try {
      emails += await notifyOf(id);
    } catch (error) {
      // An error in one store must not stop the others.
      log().error({ merchantId: id, error: safeError(error) }, "redemptions were not emailed");
    }
  }
  return emails;
}

/** Emails the team of one store, period by period, until it has caught up. */
async function notifyOf(merchantId: string): Promise<number> {
  let emails = 0;
  for (let period = 0; period < MAX_PERIODS_PER_RUN; period++) {
    const done = await db().transaction((tx) => notifyTeam(tx, merchantId));
    emails += done.emails;
    if (!done.hasMore) break;
  }
  return emails;
}

const NOTHING = { emails: 0, hasMore: false };

/** Emails the team of one store about a period. Skips a store that another run is at. */
async function notifyTeam(tx: Tx, merchantId: string) {
  // Not a lock of the store's row, which gifts and settings would wait for.
  const [lock] = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`notices:${merchantId}`}, 0)) as alone`,
  );
  if (!lock?.alone) return NOTHING;
  const store = onlyRow(await tx.select().from(merchants).where(eq(merchants.id, merchantId)));
  const members = await membersToNotify(tx, merchantId);
  const now = new Date(Date.now() - COMMITTED_AFTER_MS);
  const since = store.notifiedUntil ?? now;
  if (members.length === 0 || since > now) return NOTHING;
  const until = new Date(Math.min(now.getTime(), since.getTime() + PERIOD_MS));
  const fromCents = Math.min(...members.map((member) => member.fromCents));
  const found = await redemptionsIn(tx, store, { since, until, fromCents });
  const isFull = found.length === ROWS_AT_ONCE;
  const notifiedUntil = (isFull && found.at(-1)?.createdAt) || until;
  const rows = isFull ? found.filter((row) => row.createdAt < notifiedUntil) : found;
  await tx.update(merchants).set({ notifiedUntil }).where(eq(merchants.id, merchantId));
  let emails = 0;
  for (const { to, fromCents: own } of members) {
    const theirs = rows.filter(({ amountCents }) => amountCents >= own);
    if (theirs.length === 0) continue;
    await queueMail(tx, merchantId, { to, ...mailAbout(store, theirs) });
    emails++;
  }
  return { emails, hasMore: isFull || until < now };
}

async function membersToNotify(tx: Tx, merchantId: string) {
  const rows = await tx
    .select({ to: users.email, fromCents: memberships.notifiesRedemptionsFromCents })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.merchantId, merchantId));
  return rows.flatMap(({ to, fromCents }) => (fromCents === null ? [] : [{ to, fromCents }]));
}

type Store = typeof merchants.$inferSelect;
type Period = { since: Date; until: Date; fromCents: number };

/** The redemptions of a period in the store's currency, oldest first, without reversals and what they reversed. */
function redemptionsIn(tx: Tx, store: Store, { since, until, fromCents }: Period) {
  const reversals = alias(transactions, "reversals");
  const isReversed = tx
    .select()
    .from(reversals)
    .where(
      and(
        eq(reversals.merchantId, store.id),
        eq(reversals.originalTransactionId, transactions.id),
        eq(reversals.source, "reversal"),
      ),
    );
  return tx
    .select({
      id: transactions.id,
      amountCents: transactions.amountCents,
      createdAt: transactions.createdAt,
      last4: cards.codeLast4,
    })
    .from(transactions)
    .innerJoin(
      cards,
      and(eq(cards.merchantId, transactions.merchantId), eq(cards.id, transactions.cardId)),
    )
    .where(
      and(
        eq(transactions.merchantId, store.id),
        gte(transactions.id, firstIdAt(since.getTime())),
        lt(transactions.id, firstIdAt(until.getTime())),
        eq(transactions.type, "spend"),
        eq(transactions.counterAccount, "redemption"),
        eq(transactions.currency, store.currency),
        gte(transactions.amountCents, fromCents),
        or(sql`${transactions.source} is null`, ne(transactions.source, "reversal")),
        notExists(isReversed),
      ),
    )
    .orderBy(asc(transactions.id))
    .limit(ROWS_AT_ONCE);
}

type Redemption = Awaited<ReturnType<typeof redemptionsIn>>[number];

function mailAbout(
  { name: storeName, currency, timeZone }: Store,
  redemptions: Redemption[],
): Omit<Extract<Mail, { template: "large_redemption" }>, "to"> {
  const format = new Intl.DateTimeFormat(DEFAULT_LOCALE, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  const [first] = redemptions;
  const filter = redemptions.length === 1 ? `transaction=${first?.id}` : "type=spend";
  return {
    template: "large_redemption",
    storeName,
    currency,
    redemptions: redemptions.slice(0, LISTED_IN_EMAIL).map(({ amountCents, last4, createdAt }) => ({
      amountCents,
      last4,
      at: format.format(createdAt),
    })),
    count: redemptions.length,
    link: `${env().appUrl}/transactions?${filter}`,
  };
}
