import { fork } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closePool } from "@/lib/db/client/client";
import { type Embedded, startEmbedded } from "@/lib/db/embedded/embedded";
import { migrate } from "@/lib/db/migrate/migrate";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";

/** Runs a measurement with its own database and receiver, and passes it the receiver's URL. */
export async function onInstance(
  connections: number,
  measure: (url: string, database: Embedded) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "scrip-bench-"));
  // When run as root, Postgres uses another account, which needs access to its folder.
  chmodSync(dataDir, 0o711);
  const database = await startEmbedded({ dataDir });
  const receiver = fork(".build/bench/receiver.mjs");
  const url = await new Promise<string>((resolve) =>
    receiver.once("message", (message) => resolve(String(message))),
  );
  Object.assign(process.env, {
    SCRIP_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL_MAX: String(connections),
    AUTH_SECRET: "a secret of the measurement, long enough",
    ENCRYPTION_KEY: "5e".repeat(32),
    CRON_SECRET: "a secret of the measurement",
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true",
  });
  const end = onlyOnce(async () => {
    if (receiver.connected) receiver.disconnect();
    await deliveryWorker.stop();
    await closePool();
    await database.stop();
    for (const folder of [database.home, dataDir]) rmSync(folder, { recursive: true, force: true });
  });
  // Ctrl-C doesn't reach Postgres, because it isn't in the terminal's process group.
  process.once("SIGINT", () => void end().finally(() => process.exit(130)));
  try {
    await migrate(database.url);
    await measure(url, database);
  } finally {
    await end();
  }
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}
