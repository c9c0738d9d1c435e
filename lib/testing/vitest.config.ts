import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

export default defineConfig({
  root,
  resolve: { alias: { "@": root.replace(/[\\/]$/, "") } },
  test: {
    include: ["lib/**/*.test.ts", "app/**/*.test.ts", "components/**/*.test.ts"],
    globalSetup: "lib/testing/cluster.ts",
    env: {
      // For tests that need a configuration and no database; the others set their own.
      DATABASE_URL: "postgres://localhost:1/none",
      AUTH_SECRET: "a secret of the tests, thirty-two characters or more",
      ENCRYPTION_KEY: "5e".repeat(32),
      CRON_SECRET: "a secret of the tests",
      LOG_LEVEL: "silent",
      // Read when a worker begins: its tests' receivers are trusted.
      NODE_EXTRA_CA_CERTS: `${root}e2e/support/receiver-cert.pem`,
    },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
