import { VERSION } from "@/lib/base/config/version";
import { log, safeError } from "@/lib/base/observe/log";
import { ensureReady, isNotReady, recheckDatabase } from "@/lib/db/client/readiness";
import { isDraining } from "./draining";

const HEADERS = { "Cache-Control": "no-store" };

/** Liveness: responds 200 with the version of the release while this process serves requests. */
export const health = (): Response =>
  Response.json({ status: "ok", version: VERSION }, { headers: HEADERS });

/**
 * Readiness: responds 200 if this process can serve every request, 503 with the reason otherwise: it is
 * stopping, or the database is away, read-only, not migrated, older or newer than this release, or encrypted with
 * another key. The reason names the command to run.
 */
export async function ready(): Promise<Response> {
  const reason = isDraining() ? "The server is draining: it stops soon." : await databaseProblem();
  if (reason === null) return Response.json({ status: "ready" }, { headers: HEADERS });
  return Response.json({ status: "unavailable", reason }, { status: 503, headers: HEADERS });
}

let checking: Promise<string | null> | null = null;

/** One check for all who ask at the same time. */
function databaseProblem(): Promise<string | null> {
  checking ??= checkDatabase().finally(() => {
    checking = null;
  });
  return checking;
}

async function checkDatabase(): Promise<string | null> {
  try {
    await recheckDatabase();
    await ensureReady();
    return null;
  } catch (error) {
    if (isNotReady(error)) return error.message;
    log().warn({ error: safeError(error) }, "the database can't be used");
    return "The database isn't responding.";
  }
}
