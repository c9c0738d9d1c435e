import { inEachBucket } from "../db/in-buckets";
import { recordKey } from "../db/readiness";
import { expireGifts } from "../gifts/expire";
import { expireHolds } from "../holds/expire";
import { purgeExpired, purgeSharedExpired } from "../ledger/purge-expired";
import { verifySlices } from "../ledger/verify-slices";
import { remindOfExpiringKeys } from "../merchants/keys/mails";
import { notifyOfRedemptions } from "../merchants/large-redemptions";
import { purgeMail } from "../outbox/jobs";
import { warnOfExpiringCertificates } from "../passes/apple/certificates";
import { purgePasses } from "../passes/purge";
import { ageBalances } from "../reports/age-balances";
import { closeDays } from "../reports/close-days";
import { mailMonthlyReports } from "../reports/monthly-report";
import { purgeDeliveries } from "../webhooks/purge-expired";

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
