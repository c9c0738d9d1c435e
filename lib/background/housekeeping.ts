import { inEachBucket } from "@/lib/db/client/in-buckets";
import { recordKey } from "@/lib/db/client/readiness";
import { remindOfExpiringKeys } from "@/lib/domain/api-keys/mails";
import { expireGifts } from "@/lib/domain/gifts/expire";
import { expireHolds } from "@/lib/domain/holds/expire";
import { purgeMail } from "@/lib/domain/mail/jobs";
import { warnOfExpiringCertificates } from "@/lib/domain/passes/apple/certificates";
import { purgePasses } from "@/lib/domain/passes/issue";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";
import { mailMonthlyReports } from "@/lib/domain/reports/monthly-report";
import { notifyOfRedemptions } from "@/lib/domain/transactions/large-redemptions";
import { purgeDeliveries } from "@/lib/domain/webhooks/purge-expired";
import { purgeExpired, purgeSharedExpired } from "@/lib/ledger/idempotency/purge-expired";
import { verifySlices } from "@/lib/ledger/verify/verify-slices";

/**
 * Does what is due from time to time, in all buckets and in the shared tables. Each bucket has the time limits of its
 * parts for itself. Returns what was done, in all buckets together.
 * Throws, after all buckets, if one failed.
 */
export async function runHousekeeping() {
  // So that a rotation that ended while this instance still encrypts with a former key is noticed.
  await recordKey();
  const passCertificates = warnOfExpiringCertificates();
  // One bucket after the other: a closed day is noted in a shared table, which on Citus locks it on all nodes.
  const inBuckets = await inEachBucket(runInBucket, { atOnce: 1 });
  const { removed: removedInBuckets, ...done } = inBuckets.reduce(addCounts);
  const removed = await purgeSharedExpired();
  return { ...done, passCertificates, removed: { ...removed, ...removedInBuckets } };
}

const runInBucket = async () => ({
  giftsExpired: await expireGifts(),
  holdsExpired: await expireHolds(),
  storesClosed: await closeDays(),
  monthlyReports: await mailMonthlyReports(),
  aged: await ageBalances(),
  checked: await verifySlices(),
  keyReminders: await remindOfExpiringKeys(),
  redemptionEmails: await notifyOfRedemptions(),
  removed: {
    ...(await purgeExpired()),
    ...(await purgeDeliveries()),
    ...(await purgeMail()),
    passes: await purgePasses(),
  },
});

type Counts = { [name: string]: number | Counts };

/** Adds up counts by name. */
function addCounts<T extends Counts>(a: T, b: T): T {
  const sums = Object.entries(a).map(([name, count]) => {
    const other = b[name] as typeof count;
    return [
      name,
      typeof count === "object" ? addCounts(count, other as Counts) : count + (other as number),
    ];
  });
  return Object.fromEntries(sums);
}
