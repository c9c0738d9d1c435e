import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { freePort } from "@/lib/db/embedded/free-port";
import { PATIENT } from "@/lib/testing/patience";
import { startThrowawayPostgres } from "@/lib/testing/throwaway-postgres";
import { ensureBuild, ensureBundle } from "../../lib/server/prepare.mjs";
import { findBrowser } from "./browser";
import { startServer } from "./instance";
import { startLoadBalancedServers } from "./load-balanced-servers";
import { type Stoppable, serveOnDemand } from "./on-demand";
import { startShopify } from "./shopify/server";

/** Sets the ports of this run's servers, and the secrets that they share with the tests. */
async function configure() {
  const secret = () => randomBytes(32).toString("base64");
  Object.assign(process.env, {
    PORT: String(await freePort()),
    NEXT_LANE_PORT: String(await freePort()),
    SEVERAL_PORT: String(await freePort()),
    AUTH_SECRET: secret(),
    ENCRYPTION_KEY: secret(),
    CRON_SECRET: secret(),
    LOG_LEVEL: "warn",
    SCRIP_CHECK_REPLIES: "1",
    ...PATIENT,
    // Webhook receivers listen on loopback with the tests' own certificate.
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true",
    NODE_EXTRA_CA_CERTS: resolve("e2e/support/receiver-cert.pem"),
  });
}

/** Fails if Postgres counted a deadlock. Its servers must have stopped: sessions may report only when they end. */
async function noDeadlocks(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ deadlocks: number }[]>`select sum(deadlocks)::int as deadlocks
    from pg_stat_database`;
  await sql.end();
  if (row?.deadlocks !== 0) throw new Error(`Postgres counted ${row?.deadlocks} deadlocks.`);
}

/**
 * Starts one production server with its own database for all tests. Two more behind one address, which reach that
 * database through PgBouncer, start when a test asks for them. Each test creates its own store.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  process.env.CHROMIUM_PATH = findBrowser();
  // The direct lane needs only the bundle, not a Next build.
  await (process.env.SCRIP_TEST_SERVERS === "direct" ? ensureBundle() : ensureBuild());
  await configure();
  const started: Stoppable[] = [];
  const stop = async () => {
    for (const one of started.splice(0).reverse()) await one.stop();
  };
  try {
    const shopify = await startShopify();
    started.push(shopify);
    const database = await startThrowawayPostgres();
    started.push({ stop: () => noDeadlocks(database.url).finally(database.remove) });
    process.env.SCRIP_DATA_DIR = database.dataDir;
    process.env.SHOPIFY_ORIGIN = shopify.origin;
    started.push(await startServer());
    // For the tests' own queries; the server finds the same database through its data folder.
    process.env.DATABASE_URL = database.url;
    const several = await serveOnDemand(() =>
      startLoadBalancedServers(database.appUrl, {
        port: Number(process.env.SEVERAL_PORT),
        nextPort: Number(process.env.NEXT_LANE_PORT),
      }),
    );
    started.push(several);
    process.env.SEVERAL_STARTER_URL = several.url;
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
