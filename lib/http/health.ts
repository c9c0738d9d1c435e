import { sql } from "drizzle-orm";
import { db } from "../db/client";
import { log, safeError } from "../log";

/** Responds 200 if the database is reachable, 503 otherwise. */
export async function health(): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  try {
    await db().execute(sql`select 1`);
    return Response.json({ status: "ok" }, { headers });
  } catch (error) {
    log().warn({ error: safeError(error) }, "the database does not answer");
    return Response.json({ status: "unavailable" }, { status: 503, headers });
  }
}
