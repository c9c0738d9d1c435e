import { dataDirectory, isProduction } from "../env";
import { loadEnvFiles } from "../env-files";
import { ensureLocalSecrets } from "../local-secrets";
import { startEmbedded } from "./embedded";

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
  ensureLocalSecrets(dataDir);
  if (process.env.DATABASE_URL?.trim()) return external;
  const { url, appUrl, stop } = await startEmbedded({ dataDir });
  Object.assign(process.env, { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: url });
  return { isEmbedded: true, stop };
}
