// What the runners report, and the summary that `npm test` ends with.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ name: string, seconds: number, tests: number }} FileTime */
/**
 * @typedef {{
 *   passed: number, failed: number,
 *   files: FileTime[],
 *   retried: string[],
 * }} Result `retried` names the tests that passed only at their second try.
 */

const SHOWN_ERROR_CHARS = 2_000;
const SLOWEST_FILES = 20;
const NAME_WIDTH = 58;

/** The result of a program that only succeeds or fails. @returns {Result} */
export const check = (/** @type {boolean} */ passed) => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  files: [],
  retried: [],
});

const readReport = (/** @type {string} */ path) => JSON.parse(readFileSync(path, "utf8"));

/** A run that failed without a failed test counts as one failure. */
const failures = (/** @type {number} */ failed, /** @type {boolean} */ succeeded) =>
  succeeded ? failed : Math.max(1, failed);

/** @returns {Result} */
export function readVitest(/** @type {string} */ path, /** @type {boolean} */ succeeded) {
  if (!existsSync(path)) return check(false);
  const { numPassedTests, numFailedTests, testResults } = readReport(path);
  return {
    passed: numPassedTests,
    failed: failures(numFailedTests, succeeded),
    files: testResults.map((/** @type {any} */ file) => ({
      name: relative(process.cwd(), file.name),
      seconds: (file.endTime - file.startTime) / 1_000,
      tests: file.assertionResults.length,
    })),
    retried: [],
  };
}

/** Every test of a Playwright report, with its file. */
function* testsOf(/** @type {any} */ suite) {
  for (const { file, line, title, tests } of suite.specs ?? []) {
    for (const test of tests) yield { file, line, title, ...test };
  }
  for (const inner of suite.suites ?? []) yield* testsOf(inner);
}

/** Prints a test that failed once: people read the end of a long log. */
function printFailure(/** @type {any} */ { file, line, title, status, results }) {
  const error = results.find((/** @type {any} */ one) => one.error)?.error?.message ?? "";
  const outcome = status === "flaky" ? "Passed at the second try" : "Failed";
  console.log(`\n${outcome}: ${file}:${line} › ${title}`);
  console.log(stripVTControlCharacters(error).slice(0, SHOWN_ERROR_CHARS));
}

/** @returns {Result} */
export function readPlaywright(/** @type {string} */ path, /** @type {boolean} */ succeeded) {
  if (!existsSync(path)) return check(false);
  const report = readReport(path);
  /** @type {Map<string, FileTime>} */
  const files = new Map();
  const retried = [];
  for (const test of report.suites.flatMap((/** @type {any} */ suite) => [...testsOf(suite)])) {
    const name = `e2e/${test.file}`;
    const file = files.get(name) ?? { name, seconds: 0, tests: 0 };
    for (const { duration } of test.results) file.seconds += duration / 1_000;
    file.tests += 1;
    files.set(name, file);
    if (test.status === "unexpected" || test.status === "flaky") printFailure(test);
    if (test.status === "flaky") retried.push(`${name}:${test.line} › ${test.title}`);
  }
  const { expected, flaky, unexpected } = report.stats;
  return {
    passed: expected + flaky,
    failed: failures(unexpected, succeeded),
    files: [...files.values()],
    retried,
  };
}

const row = (/** @type {string} */ name, /** @type {(string | number)[]} */ ...cells) =>
  `  ${name.padEnd(NAME_WIDTH)}${cells.map((cell) => String(cell).padStart(9)).join("")}`;

/** Prints each step's wall time, the slowest files, and the tests that needed a second try. */
function printSummary(
  /** @type {import("./steps.mjs").Finished[]} */ steps,
  /** @type {number} */ wallSeconds,
) {
  console.log(`\n${row("Step", "seconds", "passed", "failed")}`);
  for (const { name, seconds, passed, failed } of steps) {
    console.log(row(name, seconds.toFixed(1), passed, failed));
  }
  console.log(row("In all", wallSeconds.toFixed(1)));
  const files = steps.flatMap((step) => step.files).sort((a, b) => b.seconds - a.seconds);
  console.log(`\n${row("Slowest files", "seconds", "tests")}`);
  for (const { name, seconds, tests } of files.slice(0, SLOWEST_FILES)) {
    console.log(row(name, seconds.toFixed(1), tests));
  }
  const retried = steps.flatMap((step) => step.retried);
  console.log(`\n  Second try: ${retried.length === 0 ? "none" : ""}`);
  for (const title of retried) console.log(`    ${title}`);
}

/** Ends the process with the summary and, alone on the last line, `N passed, N failed`. */
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
