import { defineConfig } from "@playwright/test";
import { POLL_TIMEOUT_MS, TEST_TIMEOUT_MS } from "../lib/testing/patience";
import { hasRoomInMemory } from "../lib/testing/throwaway-postgres";
import type { Target } from "./support/test";

const isRoot = process.getuid?.() === 0;

export default defineConfig<object, { target: Target }>({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: ".results/artifacts",
  globalSetup: "./support/global-setup.ts",
  tsconfig: "../tsconfig.json",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the cores, because a test often waits for the server, or the server for Postgres.
  workers: 3,
  // A test that needs a second try is a failure.
  retries: 0,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: POLL_TIMEOUT_MS },
  projects: [
    { name: "scrip", testIgnore: "instances/**" },
    // Repeats tests of shared state on two instances that take turns; one serves the API through Next.
    { name: "several instances", grep: /@instances/, use: { target: "several" } },
  ],
  reporter: [["line"], ["json", { outputFile: ".results/playwright.json" }]],
  use: {
    // The global setup chooses the port; the workers read this file again after it.
    baseURL: `http://localhost:${process.env.PORT}`,
    actionTimeout: POLL_TIMEOUT_MS,
    navigationTimeout: POLL_TIMEOUT_MS,
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "UTC",
    // The next test of a worker finds the scripts of the pages in the browser's cache.
    reuseContext: true,
    // Animations would slow down every page test without testing anything.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      ignoreDefaultArgs: [
        // Scrollbars that take space, as on Windows, so that tests find those where nothing scrolls.
        "--hide-scrollbars",
        // Chromium's shared memory files belong in memory; this flag would put thousands of them on disk.
        ...(hasRoomInMemory() ? ["--disable-dev-shm-usage"] : []),
      ],
      args: ["--disable-background-networking", ...(isRoot ? ["--no-sandbox"] : [])],
    },
  },
});
