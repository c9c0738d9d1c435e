import { Refusal } from "@/lib/base/errors";
import { log } from "@/lib/base/observe/log";
import { ensureReady, isNotReady } from "@/lib/db/client/readiness";

/**
 * Refuses: unavailable, while the database doesn't fit this process. The log and `/api/ready` say why; our
 * own server doesn't start then, but a serverless host calls routes without a start.
 */
export async function refuseUntilReady(): Promise<void> {
  try {
    await ensureReady();
  } catch (error) {
    if (!isNotReady(error)) throw error;
    log().error({ reason: error.message }, "not ready");
    throw new Refusal("unavailable", { message: "The service isn't ready. See /api/ready." });
  }
}
