import { sql } from "drizzle-orm";
import { db } from "../db/client";
import { ensureReady, isNotReady } from "../db/readiness";
import { log, safeError } from "../log";

/**
 * Responds 200 if the database is reachable and fits this process, 503 otherwise: with the reason and the
 * command to run, if it is not migrated, older or newer than this release, or encrypted with another key.
 */
export async function health(): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  try {
    await ensureReady();
    await db().execute(sql`select 1`);
    return Response.json({ status: "ok" }, { headers });
  } catch (error) {
    const reason = isNotReady(error) ? { reason: error.message } : {};
    log().warn({ error: safeError(error) }, "the database isn't responding");
    return Response.json({ status: "unavailable", ...reason }, { status: 503, headers });
  }
}
