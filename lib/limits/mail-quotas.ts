import { sql } from "drizzle-orm";
import type { RateLimitStatus } from "../context";
import type { Tx } from "../db/client";
import { env } from "../env";
import { Refusal } from "../errors";
import { keyedHash } from "../secrets";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Emails per day to one address. */
export const RECIPIENT_QUOTAS = { perStore: 10, everywhere: 50 };

/** The quotas that one email counts against, in the order in which their rows are locked. */
const quotasOf = (merchantId: string, to: string) => [
  { bucket: "mail-store", who: merchantId, max: env().mailPerStoreDaily },
  { bucket: "mail-recipient", who: `${merchantId} ${to}`, max: RECIPIENT_QUOTAS.perStore },
  { bucket: "mail-recipient-everywhere", who: to, max: RECIPIENT_QUOTAS.everywhere },
];

/**
 * Counts an email of a store to somebody outside its team, per store and per recipient, each in any 24 hours.
 * Refuses: rate_limited; roll back then, because earlier quotas are already counted.
 */
export async function takeMailQuota(tx: Tx, merchantId: string, to: string): Promise<void> {
  for (const { bucket, who, max } of quotasOf(merchantId, to)) {
    const subject = `${bucket}:${keyedHash("throttle", who).toString("base64url")}`;
    const [row] = await tx.execute<{ taken: RateLimitStatus & { refused: boolean } }>(
      sql`select take_limit(${subject}, ${bucket}, ${max}, ${DAY_MS}) as taken`,
    );
    if (row?.taken.refused) throw quotaReached(bucket, row.taken);
  }
}

const quotaReached = (bucket: string, { max, resetMs }: RateLimitStatus) =>
  new Refusal("rate_limited", {
    message:
      bucket === "mail-store"
        ? `The store has sent ${max} emails in 24 hours. Retry later.`
        : "This address has received too many emails in 24 hours. Retry later.",
    headers: { "Retry-After": String(Math.max(1, Math.ceil(resetMs / 1_000))) },
  });
