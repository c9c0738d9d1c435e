import { resolve } from "node:path";
import { dataDirectory, isProduction } from "@/lib/base/config/env";
import { loadEnvFiles } from "@/lib/base/config/env-files";
import { ensureLocalSecrets } from "@/lib/base/config/local-secrets";
import { codeOf } from "@/lib/base/errors";
import { startEmbedded } from "./embedded";

const UNWRITABLE: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
};

/** Says what to do if the data folder can't be written; returns any other error as it is. */
function explainUnwritable(error: unknown, dataDir: string): unknown {
  const reason = UNWRITABLE[codeOf(error)];
  if (!reason) return error;
  return new Error(
    `Can't write to ${resolve(dataDir)}, where a local instance keeps its secrets and database: ${reason}.\n` +
      "  Set SCRIP_DATA_DIR to a folder with space that this user can write to.\n" +
      "  In production (APP_URL starts with https://), no folder is needed.",
    { cause: error },
  );
}

/**
 * Completes this process's environment for `env()`: loads `.env.local` and `.env`. Outside production, it
 * also adds the local secrets and, without a DATABASE_URL, starts the embedded database, which `stop` stops.
 * Throws if the database can't be started.
 */
export async function openInstance(): Promise<{ isEmbedded: boolean; stop: () => Promise<void> }> {
  loadEnvFiles();
  const external = { isEmbedded: false, stop: async () => {} };
  if (isProduction()) return external;
  const dataDir = dataDirectory();
  try {
    return (await openLocal(dataDir)) ?? external;
  } catch (error) {
    throw explainUnwritable(error, dataDir);
  }
}

/** Adds the local secrets, and starts the embedded database; null if DATABASE_URL names another one. */
async function openLocal(dataDir: string) {
  ensureLocalSecrets(dataDir);
  if (process.env.DATABASE_URL?.trim()) return null;
  const { url, appUrl, stop } = await startEmbedded({ dataDir });
  Object.assign(process.env, { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: url });
  return { isEmbedded: true, stop };
}
