import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { PATIENT, POLL_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./patience";
import { importsOf } from "./sources";

// Read by the code that is tested, and by the global setup.
if (process.env.SCRIP_TEST_CITUS) process.env.CITUS = "true";
Object.assign(process.env, PATIENT);
const root = fileURLToPath(new URL("../..", import.meta.url));
const isOnCitus = process.env.CITUS === "true";
// `npm test` leaves out what only a release needs.
const isOfCommit = process.env.TEST_TIER === "commit";
const RELEASE_PATTERN = /\.release\.test\.ts$/;
const FOLDERS = [
  "lib",
  "app",
  "clients",
  ...(isOnCitus ? [] : ["components", "e2e/faults", "e2e/fuzz"]),
];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".test.ts") && !(isOfCommit && RELEASE_PATTERN.test(file))),
);

/** Whether a file, or one that it imports, uses the database. */
function usesDatabase(file: string, seen = new Set<string>()): boolean {
  if (file === "lib/db/client/client.ts" || file === "lib/testing/database.ts") return true;
  if (!/\.(ts|tsx)$/.test(file) || seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some(({ target }) => usesDatabase(target, seen));
}

const REPLICAS = ["lib/testing/replicated-database.ts"];
const CLUSTERS = ["lib/testing/citus-cluster.ts", "lib/testing/cluster-of-buckets.ts"];
const importsOneOf = (file: string, targets: string[]) =>
  importsOf(file).some(({ target }) => targets.includes(target));

// Citus matters to what it stores alone, and has no replicas. Clusters of several nodes are started on that run only.
const tests = files.filter((file) =>
  isOnCitus ? usesDatabase(file) && !importsOneOf(file, REPLICAS) : !importsOneOf(file, CLUSTERS),
);

const asPatterns = (paths: string[]) =>
  paths.map((file) => file.replaceAll(/[[\](){}*?!]/g, "\\$&"));

/** Tests that mock or reload modules, or change the clock, which modules depend on. */
const isolatedTestFiles = asPatterns(
  tests.filter((file) =>
    /\b(vi\.(mock|doMock|resetModules|useFakeTimers)|stopClock)\(/.test(
      readFileSync(join(root, file), "utf8"),
    ),
  ),
);

const sharedConfig = {
  root,
  resolve: { alias: { "@": root.replace(/[\\/]$/, "") } },
};
const commonTestOptions = {
  env: {
    // Each test file gets its own database. Until then, no code may connect to another one.
    DATABASE_URL: "postgres://localhost:1/none",
    AUTH_SECRET: "a secret of the tests, thirty-two characters or more",
    ENCRYPTION_KEY: "5e".repeat(32),
    CRON_SECRET: "a secret of the tests",
    LOG_LEVEL: "silent",
    // Read when a test worker starts, so that it trusts the tests' webhook receivers.
    NODE_EXTRA_CA_CERTS: `${root}e2e/support/receiver-cert.pem`,
  },
  setupFiles: "lib/testing/test-file.ts",
  // Node can't resolve its import of next/server.
  server: { deps: { inline: ["next-auth"] } },
  testTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: POLL_TIMEOUT_MS } },
  hookTimeout: TEST_TIMEOUT_MS,
};

export default defineConfig({
  ...sharedConfig,
  test: {
    // Set once here for both projects, not in `common`.
    globalSetup: "lib/testing/cluster.ts",
    // The default leaves a core free, but a test often waits for Postgres.
    maxWorkers: 2,
    projects: [
      {
        ...sharedConfig,
        test: {
          ...commonTestOptions,
          name: "own modules",
          include: isolatedTestFiles,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...sharedConfig,
        test: {
          ...commonTestOptions,
          name: "shared modules",
          include: asPatterns(tests),
          exclude: isolatedTestFiles,
          // Loading the modules separately for each file would take a fifth of the run.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
