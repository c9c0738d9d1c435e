import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@/lib/db/free-port";
import { PATIENT } from "@/lib/testing/patience";
import { startThrowawayPostgres } from "@/lib/testing/throwaway-postgres";
import { ensureBuild, ensureBundle } from "../../lib/server/prepare.mjs";
import { findBrowser } from "./browser";
import { startServer } from "./instance";
import { startLoadBalancedServers } from "./load-balanced-servers";
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

/**
 * Starts one production server with its own database for all tests, two more behind one address that reach
 * that database through PgBouncer, and a fake Shopify. Each test creates its own store.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  process.env.CHROMIUM_PATH = findBrowser();
  // The direct lane needs only the bundle, not a Next build.
  const onlyDirect = process.env.SCRIP_TEST_SERVERS === "direct";
  await (onlyDirect ? ensureBundle() : ensureBuild());
  await configure();
  const [shopify, database] = await Promise.all([startShopify(), startThrowawayPostgres()]);
  process.env.SCRIP_DATA_DIR = database.dataDir;
  process.env.SHOPIFY_ORIGIN = shopify.origin;
  const remove = async () => {
    await shopify.stop();
    await database.remove();
  };
  try {
    const direct = await startServer();
    // For the tests' own queries; the server finds the same database through its data folder.
    process.env.DATABASE_URL = database.url;
    const several = onlyDirect
      ? null
      : await startLoadBalancedServers(database.appUrl, {
          port: Number(process.env.SEVERAL_PORT),
          nextPort: Number(process.env.NEXT_LANE_PORT),
        }).catch(async (error) => {
          await direct.stop();
          throw error;
        });
    return async () => {
      await Promise.all([direct.stop(), several?.stop()]);
      await remove();
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
