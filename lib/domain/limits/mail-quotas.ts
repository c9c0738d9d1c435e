import { and, asc, eq, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { keyedHash } from "@/lib/base/config/secrets";
import type { RateLimitStatus } from "@/lib/base/context";
import { mailboxOf } from "@/lib/base/email";
import { Refusal } from "@/lib/base/errors";
import { currentBucket, FIRST_BUCKET } from "@/lib/db/client/buckets";
import type { Tx } from "@/lib/db/client/client";
import { switchBucket } from "@/lib/db/client/in-buckets";
import { memberships } from "@/lib/db/schema/users";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Emails per day to one mailbox. */
export const RECIPIENT_QUOTAS = { perStore: 10, everywhere: 50 };

/** Gifts per day that one customer sends, at all stores. */
export const SENDER_QUOTAS = { gifts: 20 };

/** A person's stores together send this many times what one store may send. */
const STORES_PER_OWNER = 3;

/** Email that customers cause has quotas of its own, so that they can't use up the store's. */
export type MailCause = "store" | "customer";

export type CountedMail = {
  merchantId: string;
  to: string;
  cause: MailCause;
  /** The email address of the customer who sends it. */
  from?: string | undefined;
};

/** `atStore`: counted in the store's bucket; else in the first one, for all stores. */
type Quota = { name: string; who: string; max: number; atStore?: true };

/** The quotas that one email counts against, in the order in which their rows are locked. */
async function quotasOf(tx: Tx, { merchantId, to, cause, from }: CountedMail): Promise<Quota[]> {
  const max = env().mailPerStoreDaily;
  const ownerId = await firstOwnerOf(tx, merchantId);
  const mailbox = mailboxOf(to);
  const { perStore, everywhere } = RECIPIENT_QUOTAS;
  const quotas = [
    from && { name: "mail-sender", who: mailboxOf(from), max: SENDER_QUOTAS.gifts },
    { name: `mail-${cause}`, who: merchantId, max, atStore: true },
    ownerId && { name: `mail-${cause}-owner`, who: ownerId, max: max * STORES_PER_OWNER },
    { name: "mail-recipient", who: `${merchantId} ${mailbox}`, max: perStore, atStore: true },
    { name: "mail-recipient-everywhere", who: mailbox, max: everywhere },
  ];
  return quotas.filter((quota): quota is Quota => typeof quota === "object" && quota !== null);
}

/** The store's longest-standing owner. Counting all owners would let one use up the others' quota. */
async function firstOwnerOf(tx: Tx, merchantId: string): Promise<string | null> {
  const [owner] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.role, "owner")))
    .orderBy(asc(memberships.createdAt), asc(memberships.userId))
    .limit(1);
  return owner?.userId ?? null;
}

/**
 * Counts an email of a store to someone outside its team: per store, per owner of stores, per recipient and,
 * for a gift, per sender, each in any 24 hours.
 * Refuses: rate_limited; the caller must then roll back, because earlier quotas are already counted.
 */
export async function takeMailQuota(tx: Tx, mail: CountedMail): Promise<void> {
  for (const quota of await quotasOf(tx, mail)) {
    const { name, who, max, atStore } = quota;
    const subject = `${name}:${keyedHash("throttle", who).toString("base64url")}`;
    const bucket = atStore ? currentBucket() : FIRST_BUCKET;
    const [row] = await switchBucket(tx, { bucket }, () =>
      tx.execute<{ taken: RateLimitStatus & { refused: boolean } }>(
        sql`select take_limit(${subject}, ${name}, ${max}, ${DAY_MS}) as taken`,
      ),
    );
    if (!row?.taken.refused) continue;
    throw new Refusal("rate_limited", {
      message: messageOf(quota),
      headers: { "Retry-After": String(Math.max(1, Math.ceil(row.taken.resetMs / 1_000))) },
    });
  }
}

function messageOf({ name, max }: Quota): string {
  switch (name) {
    case "mail-store":
      return `This store has sent ${max} emails in the last 24 hours. Try again later.`;
    case "mail-store-owner":
      return `The stores of this owner have sent ${max} emails in the last 24 hours. Try again later.`;
    case "mail-customer":
    case "mail-customer-owner":
      return "Customers of this store have sent too many gifts in the last 24 hours. Try again later.";
    case "mail-sender":
      return `You've sent ${max} gifts in the last 24 hours. Try again tomorrow.`;
    default:
      return "This address has received too many emails in the last 24 hours. Try again later.";
  }
}
