import { env } from "@/lib/base/config/env";
import { log, safeError } from "@/lib/base/observe/log";
import { isBusy } from "@/lib/db/client/client";
import { ensureReady } from "@/lib/db/client/readiness";
import { migrate } from "@/lib/db/migrate/migrate";

/**
 * Prepares the database for this process: migrates it where instances do that themselves. Throws, before
 * anything is written, if the key is wrong or the database doesn't fit this release.
 */
export async function openDatabase(): Promise<void> {
  const { migratesItself, migrateDatabaseUrl, databaseUrl } = env();
  if (migratesItself) await migrate(migrateDatabaseUrl, { appUrl: databaseUrl });
  await ensureReady();
}

/**
 * Like openDatabase(), but a production server also starts while its database is unreachable, and checks it
 * at the first request.
 */
export async function openServerDatabase(): Promise<void> {
  const { production } = env();
  try {
    await openDatabase();
  } catch (error) {
    if (!production || !isBusy(error)) throw error;
    log().warn({ error: safeError(error) }, "the database isn't responding yet");
  }
}
