// Collects the results of the steps and prints the table that ends a tier.
import { readReport } from "./reports.mjs";

/** @typedef {import("./reports.mjs").TestResult} TestResult */
/**
 * @typedef {{
 *   passed: number, failed: number, tests: TestResult[], cpuSeconds?: number | null, absent?: string,
 * }} Result `absent`: the thing that this machine doesn't have, so that the step was not run.
 */

const SLOWEST_FILES = 20;
const NAME_WIDTH = 58;

/** The result of a program that only succeeds or fails. @returns {Result} */
export const passOrFail = (
  /** @type {boolean} */ passed,
  /** @type {number | null} */ cpuSeconds = null,
) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, tests: [], cpuSeconds });

/** The result of a step that needs what this machine doesn't have. @returns {Result} */
export const notRun = (/** @type {string} */ absent) => ({
  passed: 0,
  failed: 0,
  tests: [],
  absent,
});

const nameOf = (/** @type {TestResult} */ { file, line, title }) =>
  `${file}${line === null ? "" : `:${line}`} › ${title}`;

const withOutcome = (
  /** @type {TestResult[]} */ tests,
  /** @type {TestResult["outcome"]} */ outcome,
) => tests.filter((test) => test.outcome === outcome);

/**
 * Reads the result from a runner's report. A failed run without a failed test counts as one failure.
 * @returns {Result}
 */
export function resultOf(
  /** @type {string} */ path,
  /** @type {{ succeeded: boolean, cpuSeconds: number | null }} */ { succeeded, cpuSeconds },
) {
  const report = readReport(path);
  if (!report) return passOrFail(false, cpuSeconds);
  const { tests, error } = report;
  const failures = withOutcome(tests, "failed");
  // Print failures again, because people read the end of a long log.
  for (const test of failures) console.log(`\nfailed: ${nameOf(test)}\n${test.message}`);
  if (!succeeded && failures.length === 0) console.log(`\nfailed: ${error ?? path}`);
  return {
    passed: withOutcome(tests, "passed").length,
    failed: succeeded ? failures.length : Math.max(1, failures.length),
    tests,
    cpuSeconds,
  };
}

const row = (/** @type {string} */ name, /** @type {(string | number)[]} */ ...cells) =>
  `  ${name.padEnd(NAME_WIDTH)}${cells.map((cell) => String(cell).padStart(9)).join("")}`;

const seconds = (/** @type {number | null | undefined} */ value) => value?.toFixed(1) ?? "–";

/** What failed in a step: its tests, or itself if it failed without one. */
const failuresOf = (/** @type {import("./steps.mjs").Finished} */ { name, failed, tests }) => {
  const failures = withOutcome(tests, "failed");
  if (failures.length === 0) return failed > 0 ? [name] : [];
  return failures.map((test) => `${name}: ${nameOf(test)}`);
};

/** What of a step was not run, each with its reason. */
const notRunOf = (/** @type {import("./steps.mjs").Finished} */ { name, absent, tests }) => [
  ...(absent ? [`${name}: no ${absent}`] : []),
  ...withOutcome(tests, "not run").map((test) => `${nameOf(test)}: ${test.message || "skipped"}`),
];

function printList(/** @type {string} */ title, /** @type {string[]} */ names) {
  console.log(`\n  ${title}:${names.length === 0 ? " none" : ""}`);
  for (const name of names) console.log(`    ${name}`);
}

function printSlowestFiles(/** @type {TestResult[]} */ tests) {
  /** @type {Map<string, { seconds: number, tests: number }>} */
  const files = new Map();
  for (const test of tests) {
    const before = files.get(test.file) ?? { seconds: 0, tests: 0 };
    const total = { seconds: before.seconds + test.seconds, tests: before.tests + 1 };
    files.set(test.file, total);
  }
  const slowest = [...files].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
  console.log(`\n${row("Slowest files", "seconds", "tests")}`);
  for (const [name, file] of slowest) console.log(row(name, seconds(file.seconds), file.tests));
}

/** Prints each step's times and counts, the slowest files, what was not run and why, and what failed. */
function printSummary(
  /** @type {import("./steps.mjs").Finished[]} */ steps,
  /** @type {number} */ wallSeconds,
) {
  console.log(`\n${row("Step", "wall s", "CPU s", "passed", "failed", "not run")}`);
  for (const step of steps) {
    const { name, passed, failed } = step;
    const times = [seconds(step.seconds), seconds(step.cpuSeconds)];
    console.log(row(name, ...times, passed, failed, notRunOf(step).length));
  }
  const cpuSeconds = steps.reduce((sum, step) => sum + (step.cpuSeconds ?? 0), 0);
  console.log(row("Total", seconds(wallSeconds), seconds(cpuSeconds)));
  printSlowestFiles(steps.flatMap((step) => step.tests));
  printList("Not run", steps.flatMap(notRunOf));
  printList("Failed", steps.flatMap(failuresOf));
}

/** Ends the process with the table, and `N passed, N failed` alone on the last line. */
export function conclude(
  /** @type {import("./steps.mjs").Finished[]} */ steps,
  /** @type {number} */ startedMs,
) {
  printSummary(steps, (Date.now() - startedMs) / 1_000);
  const passed = steps.reduce((sum, step) => sum + step.passed, 0);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
