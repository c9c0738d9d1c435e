import { defineConfig } from "@playwright/test";
import { hasRoomInMemory } from "../lib/testing/data-dir";
import type { Target } from "./support/test";

const isRoot = process.getuid?.() === 0;

export default defineConfig<object, { target: Target }>({
  testDir: ".",
  outputDir: ".results/artifacts",
  globalSetup: "./support/global-setup.ts",
  tsconfig: "../tsconfig.json",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the cores: a test often waits for the server, or the server for Postgres.
  workers: 3,
  // A shared machine can stall for seconds. A test that passes only at the second try is listed at the end.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  projects: [
    { name: "scrip" },
    // What instances share, once more of two that take turns: one answers through Next's routes.
    { name: "several instances", grep: /@instances/, use: { target: "several" } },
  ],
  reporter: [["line"], ["json", { outputFile: ".results/playwright.json" }]],
  use: {
    // The port is chosen by the global set-up; the workers read this file again after it.
    baseURL: `http://localhost:${process.env.PORT}`,
    actionTimeout: 15_000,
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "UTC",
    // What fades or slides costs every test of a page time, and shows it nothing.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // What its processes share is thousands of files otherwise, made and removed on the disk.
      ...(hasRoomInMemory() && { ignoreDefaultArgs: ["--disable-dev-shm-usage"] }),
      args: ["--disable-background-networking", ...(isRoot ? ["--no-sandbox"] : [])],
    },
  },
});
