import { closePool } from "../db/client";
import { openInstance } from "../db/embedded-instance";
import { openDatabase } from "../db/open-database";
import { refuseEmptyDatabase } from "../demo/seed";
import { safeError } from "../log";
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
