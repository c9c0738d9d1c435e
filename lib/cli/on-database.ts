import { safeError } from "@/lib/base/observe/log";
import { closePool } from "@/lib/db/client/client";
import { openInstance } from "@/lib/db/embedded/embedded-instance";
import { openDatabase } from "@/lib/db/embedded/open-database";
import { refuseEmptyDatabase } from "@/lib/demo/seed";
import type { Command } from "./command";

/** Runs work on this instance's database, which must be as far as the command needs it. */
export async function runOnDatabase<T>(
  needs: Command["needs"],
  work: () => Promise<T>,
): Promise<T> {
  let stop = async () => {};
  try {
    const instance = await openInstance();
    stop = instance.stop;
    if (needs === "stores") await refuseEmptyDatabase(instance.isEmbedded);
    if (needs !== "database") await openDatabase();
    return await work();
  } finally {
    await closePool();
    await stop();
  }
}

/** The message of an error, without what only logs may have. */
export const messageOf = (error: unknown): string => safeError(error).message ?? String(error);
