// Collects the results of the steps and prints the summary of `npm test`.
import { readReport } from "./reports.mjs";

/** @typedef {import("./reports.mjs").TestResult} TestResult */
/** @typedef {{ passed: number, failed: number, tests: TestResult[] }} Result */

const SLOWEST_FILES = 20;
const NAME_WIDTH = 58;

/** The result of a program that only succeeds or fails. @returns {Result} */
export const passOrFail = (/** @type {boolean} */ passed) => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  tests: [],
});

const nameOf = (/** @type {TestResult} */ { file, line, title }) =>
  `${file}${line === null ? "" : `:${line}`} › ${title}`;

/** Reads the result from a runner's report. A failed run without a failed test counts as one failure. */
export function resultOf(/** @type {string} */ path, /** @type {boolean} */ succeeded) {
  const tests = readReport(path)?.tests;
  if (!tests) return passOrFail(false);
  const failures = tests.filter(({ outcome }) => outcome === "failed");
  // Print failures again, because people read the end of a long log.
  for (const test of tests.filter(({ outcome }) => outcome !== "passed")) {
    console.log(`\n${test.outcome}: ${nameOf(test)}\n${test.message}`);
  }
  return {
    passed: tests.length - failures.length,
    failed: succeeded ? failures.length : Math.max(1, failures.length),
    tests,
  };
}

const row = (/** @type {string} */ name, /** @type {(string | number)[]} */ ...cells) =>
  `  ${name.padEnd(NAME_WIDTH)}${cells.map((cell) => String(cell).padStart(9)).join("")}`;

/** What failed in a step: its tests, or itself if it failed without one. */
const failuresOf = (/** @type {import("./steps.mjs").Finished} */ { name, failed, tests }) => {
  const failures = tests.filter(({ outcome }) => outcome === "failed");
  if (failures.length === 0) return failed > 0 ? [name] : [];
  return failures.map((test) => `${name}: ${nameOf(test)}`);
};

function printList(/** @type {string} */ title, /** @type {string[]} */ names) {
  console.log(`\n  ${title}:${names.length === 0 ? " none" : ""}`);
  for (const name of names) console.log(`    ${name}`);
}

/** Prints each step's wall time, the slowest files, the tests that needed a second try, and what failed. */
function printSummary(
  /** @type {import("./steps.mjs").Finished[]} */ steps,
  /** @type {number} */ wallSeconds,
) {
  console.log(`\n${row("Step", "seconds", "passed", "failed")}`);
  for (const { name, seconds, passed, failed } of steps) {
    console.log(row(name, seconds.toFixed(1), passed, failed));
  }
  console.log(row("Total", wallSeconds.toFixed(1)));
  const tests = steps.flatMap((step) => step.tests);
  /** @type {Map<string, { seconds: number, tests: number }>} */
  const files = new Map();
  for (const { file, seconds } of tests) {
    const before = files.get(file) ?? { seconds: 0, tests: 0 };
    files.set(file, { seconds: before.seconds + seconds, tests: before.tests + 1 });
  }
  const slowest = [...files].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
  console.log(`\n${row("Slowest files", "seconds", "tests")}`);
  for (const [name, file] of slowest) console.log(row(name, file.seconds.toFixed(1), file.tests));
  printList("Second try", tests.filter(({ outcome }) => outcome === "retried").map(nameOf));
  printList("Failed", steps.flatMap(failuresOf));
}

/** Ends the process with the summary and `N passed, N failed` alone on the last line. */
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
