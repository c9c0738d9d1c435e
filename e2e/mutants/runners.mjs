import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { readReport } from "../run/reports.mjs";
import { INSTANCE_VARIABLES_PATTERN } from "../run/steps.mjs";

/** @typedef {import("./mutant.mjs").Test} Test */
/** @typedef {import("../run/reports.mjs").TestResult} TestResult */
/** @typedef {{ results: TestResult[], succeeded: boolean, output: string }} Run */
/** @typedef {"vitest" | "playwright"} Kind */

const RUN_TIMEOUT_MS = 10 * 60_000;
const STOP_TIMEOUT_MS = 30_000;
const REPORT_FILE = "mutants-report.json";
const environment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name !== "CI" && !INSTANCE_VARIABLES_PATTERN.test(name),
    ),
  );

/** @type {Set<import("node:child_process").ChildProcess>} */
const runningChildren = new Set();

/** Stops all runs with their child processes, and waits until they have ended. */
export async function stopRuns() {
  const ends = [...runningChildren].map((child) => {
    const ended = once(child, "exit", { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) });
    // Like Ctrl-C: the runners stop their servers and their Postgres.
    if (child.pid) process.kill(-child.pid, "SIGINT");
    return ended.catch(() => child.pid && process.kill(-child.pid, "SIGKILL"));
  });
  await Promise.all(ends);
}

/**
 * Runs a package's program in `folder`. Returns whether it succeeded, and its output.
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 */
export function run(
  /** @type {string} */ folder,
  /** @type {string[]} */ args,
  /** @type {Record<string, string>} */ variables,
  { timeoutMs = RUN_TIMEOUT_MS, print = false } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...environment(), NEXT_TELEMETRY_DISABLED: "1", FORCE_COLOR: "0", ...variables },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    runningChildren.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output = (output + chunk).slice(-20_000);
        if (print) process.stdout.write(chunk);
      });
    }
    const limit = setTimeout(() => {
      output += "\nThe run took too long.";
      if (child.pid) process.kill(-child.pid, "SIGTERM");
    }, timeoutMs);
    child.once("exit", (code) => {
      clearTimeout(limit);
      runningChildren.delete(child);
      resolve({ succeeded: code === 0, output: stripVTControlCharacters(output) });
    });
  });
}

const escapeRegExp = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** A pattern that matches all the titles. Undefined if any file runs as a whole. */
const patternOf = (/** @type {Test[]} */ tests) =>
  tests.every(({ title }) => title)
    ? tests.map(({ title }) => escapeRegExp(title ?? "")).join("|")
    : undefined;

const filesOf = (/** @type {Test[]} */ tests) => [...new Set(tests.map(({ file }) => file))];

export const firstLine = (/** @type {string} */ text) =>
  text
    .split("\n")
    .find((line) => line.trim() !== "")
    ?.trim()
    .slice(0, 160) ?? "";

/** @type {Record<Kind, (tests: Test[], report: string, bail: boolean) => string[]>} */
const COMMANDS = {
  vitest: (tests, report, bail) => {
    const pattern = patternOf(tests);
    return [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      "lib/testing/vitest.config.ts",
      "--retry",
      "0",
      // The default reporter also prints errors outside tests.
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(bail ? ["--bail", "1"] : []),
      ...(pattern ? ["-t", pattern] : []),
      ...filesOf(tests),
    ];
  },
  playwright: (tests, _report, bail) => {
    const pattern = patternOf(tests);
    return [
      "node_modules/@playwright/test/cli.js",
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--project",
      "scrip",
      "--reporter=json",
      "--retries",
      "0",
      ...(bail ? ["-x"] : []),
      ...(pattern ? ["-g", pattern] : []),
      ...filesOf(tests).map(escapeRegExp),
    ];
  },
};

/**
 * Runs tests of one kind in a copy of the working tree. With `bail`, stops at the first failure.
 * @returns {Promise<Run>}
 */
export async function runTests(
  /** @type {string} */ folder,
  /** @type {Kind} */ kind,
  /** @type {Test[]} */ tests,
  { bail = true } = {},
) {
  const report = join(folder, REPORT_FILE);
  rmSync(report, { force: true });
  const variables = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Our own API server is bundled in a second, Next is not.
    SCRIP_TEST_SERVERS: "direct",
  };
  const { succeeded, output } = await run(folder, COMMANDS[kind](tests, report, bail), variables);
  const read = readReport(report, folder);
  return { results: read?.tests ?? [], succeeded, output: read?.error ?? output };
}

/** The most useful line of a run's output: the first that mentions an error, else the last. */
export function reasonIn(/** @type {string} */ output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((one) => /error|failed|too long/i.test(one)) ?? lines.at(-1);
  return firstLine(line ?? "") || "no reason was given";
}
