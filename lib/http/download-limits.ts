import type { Ctx } from "../context";
import { giveBackAttempt, THROTTLES, takeAttempt } from "../throttle/throttle";

// Somebody else's file may end at any moment.
const RETRY_AFTER_SECONDS = 15;

/**
 * Lets one download of a store begin; gives what is to be called when it ends, however it does.
 * Refuses: rate_limited (by person; and while as many as a store may have are under way).
 */
export async function beginDownload({ merchantId, principal }: Ctx): Promise<() => Promise<void>> {
  await takeAttempt("download", principal.actor);
  await takeAttempt("download-store", merchantId, {
    message: `${THROTTLES["download-store"].max} downloads of this store are under way; retry when one has ended.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  let ended = false;
  return async () => {
    if (ended) return;
    ended = true;
    await giveBackAttempt("download-store", merchantId);
  };
}
