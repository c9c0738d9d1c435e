// Converts the JSON reports of Playwright and vitest to one format.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {{
 *   file: string, line: number | null, title: string, seconds: number,
 *   outcome: "passed" | "failed" | "not run", message: string,
 * }} TestResult `file` is relative to the repository; `message` is why it failed or wasn't run.
 */
/** @typedef {{ tests: TestResult[], error: string | null }} Report `error`: why a file or the run failed. */

const MAX_MESSAGE_CHARS = 2_000;

const textOf = (/** @type {string | undefined} */ message) =>
  stripVTControlCharacters(message ?? "").slice(0, MAX_MESSAGE_CHARS);

/** @returns {TestResult} */
const brokenFile = (/** @type {string} */ file, /** @type {string} */ message) => ({
  file,
  line: null,
  title: "the file itself",
  seconds: 0,
  outcome: "failed",
  message: textOf(message),
});

/** @returns {Report} */
function vitestReport(/** @type {any} */ { testResults }, /** @type {string} */ root) {
  const tests = testResults.flatMap((/** @type {any} */ { name, message, assertionResults }) => [
    // A file that can't be loaded has no tests that fail.
    ...(message ? [brokenFile(relative(root, name), message)] : []),
    ...assertionResults.map(
      (/** @type {any} */ { fullName, status, duration = 0, failureMessages }) => ({
        file: relative(root, name),
        line: null,
        title: fullName,
        seconds: duration / 1_000,
        outcome: status === "passed" || status === "failed" ? status : "not run",
        message: textOf(failureMessages[0]),
      }),
    ),
  ]);
  const broken = testResults.find((/** @type {any} */ { message }) => message);
  return { tests, error: broken?.message ?? null };
}

// A test that needs a second try is a failure.
/** @type {Record<string, TestResult["outcome"]>} */
const OUTCOMES = {
  expected: "passed",
  unexpected: "failed",
  flaky: "failed",
  skipped: "not run",
};

/** Why a test was left out, as its `test.skip` says. */
const reasonOf = (/** @type {any} */ annotations = []) =>
  annotations.find((/** @type {any} */ { type }) => type === "skip")?.description ?? "";

/** @returns {Generator<TestResult>} */
function* ofSuite(/** @type {any} */ suite, /** @type {string[]} */ titles = []) {
  for (const { file, line, title, tests } of suite.specs ?? []) {
    for (const { status, results, annotations } of tests) {
      const outcome = OUTCOMES[status];
      if (!outcome) continue;
      const failed = results.find((/** @type {any} */ { error }) => error);
      yield {
        file: join("e2e", file),
        line,
        title: [...titles, title].join(" "),
        seconds: results.reduce((/** @type {number} */ sum, one) => sum + one.duration, 0) / 1_000,
        outcome,
        message: outcome === "not run" ? reasonOf(annotations) : textOf(failed?.error.message),
      };
    }
  }
  for (const inner of suite.suites ?? []) {
    yield* ofSuite(inner, inner.title === inner.file ? titles : [...titles, inner.title]);
  }
}

/**
 * Reads a report of either runner with tests in `root`. Null if there is no report. @returns {Report | null}
 */
export function readReport(/** @type {string} */ path, root = process.cwd()) {
  if (!existsSync(path)) return null;
  const report = JSON.parse(readFileSync(path, "utf8"));
  if (report.testResults) return vitestReport(report, root);
  return {
    tests: report.suites.flatMap((/** @type {any} */ suite) => [...ofSuite(suite)]),
    error: report.errors[0]?.message ?? null,
  };
}
