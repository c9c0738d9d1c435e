import { eq, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { log, safeError } from "@/lib/base/observe/log";
import { createBucketWorker } from "@/lib/db/client/bucket-worker";
import { db } from "@/lib/db/client/client";
import { walletPasses } from "@/lib/db/schema/passes";
import { finish, putBack } from "@/lib/domain/mail/jobs";
import { pushTo } from "@/lib/domain/passes/apple/push";
import { pushTokensOf, removePushToken } from "@/lib/domain/passes/apple/registrations";
import { patchObject } from "@/lib/domain/passes/google/api";
import { findPass } from "./pass";
import { claimDue, type PassJobs } from "./queue";

const SECOND_MS = 1_000;
/** An access token, the store's class and the card's object, each within 10 s. */
const MAX_RUN_MS = 30 * SECOND_MS;
const AT_ONCE = 16;
// Limits empty claims: every movement with a webhook wakes this worker, but few cards have a pass.
const MIN_CLAIM_INTERVAL_MS = 200;

/** The pause after each failed attempt. The last one repeats. */
const RETRY_AFTER_MS = [5, 10, 30, 120, 600, 1_800].map((seconds) => seconds * SECOND_MS);
const GIVEN_UP_AFTER_MS = 24 * 3_600 * SECOND_MS;
/** How long an object that Google doesn't know may still be on its way: a customer is asked before it is saved. */
const SAVED_WITHIN_MS = 600 * SECOND_MS;

type PassRow = typeof walletPasses.$inferSelect;

/** `absent`: there is nothing to update. */
type Outcome = "updated" | "absent" | "failed";

/**
 * Brings passes in customers' phones to what their cards are now, at least once for each change. Several changes of a
 * card are one update.
 */
export const passWorker = createBucketWorker({
  name: "wallet passes",
  outcomes: ["updated", "failed"],
  limits: { atOnce: AT_ONCE, runMs: MAX_RUN_MS, pauseMs: MIN_CLAIM_INTERVAL_MS },
  claim: claimDue,
  run: update,
});

async function update(claimed: PassJobs) {
  const outcome = await updatePass(claimed).catch((error: unknown): Outcome => {
    log().warn({ passId: claimed.id, error: safeError(error) }, "a wallet pass wasn't updated");
    return "failed";
  });
  const isUnsaved = outcome === "absent" && claimed.ageMs < SAVED_WITHIN_MS;
  if (outcome !== "failed" && !isUnsaved) {
    for (const job of claimed.jobs) await finish(job);
    return { outcome: "updated" } as const;
  }
  const pauseMs = RETRY_AFTER_MS[Math.min(claimed.attempts, RETRY_AFTER_MS.length - 1)] ?? 0;
  const givesUp = claimed.ageMs > GIVEN_UP_AFTER_MS;
  for (const job of claimed.jobs) await putBack(job, { pauseMs, givesUp });
  return { outcome: "failed", retryAfterMs: pauseMs } as const;
}

async function updatePass({ id }: PassJobs): Promise<Outcome> {
  const pass = await recordChange(id);
  // It was purged in the meantime.
  if (!pass) return "updated";
  return pass.platform === "apple" ? await notifyPhones(pass) : await updateObject(pass);
}

/** Phones ask for passes that changed since a time, so this is committed before they are notified. */
async function recordChange(id: string): Promise<PassRow | undefined> {
  const [pass] = await db()
    .update(walletPasses)
    .set({ updatedAt: sql`statement_timestamp()` })
    .where(eq(walletPasses.id, id))
    .returning();
  return pass;
}

async function notifyPhones(pass: PassRow): Promise<Outcome> {
  const apple = env().applePasses;
  if (!apple) return "updated";
  const outcomes = await Promise.all(
    (await pushTokensOf(pass)).map(async (pushToken) => {
      const { outcome, reason } = await pushTo(apple, pushToken);
      if (outcome === "gone") await removePushToken(pass, pushToken);
      if (outcome === "failed") log().warn({ passId: pass.id, reason }, "a phone wasn't notified");
      return outcome;
    }),
  );
  return outcomes.includes("failed") ? "failed" : "updated";
}

async function updateObject({ id }: PassRow): Promise<Outcome> {
  const google = env().googlePasses;
  const pass = google && (await findPass(id, "google"));
  return pass ? await patchObject(pass, google) : "updated";
}
