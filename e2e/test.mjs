// `npm test`: every check there is, each to its end. Closes with `N passed, N failed` on a line alone.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ensureBuild, ensureInstalled } from "../lib/server/prepare.mjs";

/** @typedef {{ passed: number, failed: number }} Count */

const RESULTS = join("e2e", ".results");
const SHOWN_ERROR_CHARS = 2_000;
// The tests bring their own configuration; the caller's could point them at a real database.
const OF_THE_INSTANCE =
  /^(DATABASE_|SCRIP_|AUTH_|SMTP_|WEBHOOK_|FX_|MAIL_FROM$|APP_URL$|PORT$|API_LANE$|LOG_LEVEL$|ENCRYPTION_KEY$|CRON_SECRET$|TRUSTED_PROXY_HOPS$|NODE_ENV$)/;

/** Runs a program of a package; whether it ended well. */
function runs(/** @type {string} */ script, /** @type {string[]} */ ...args) {
  const program = join("node_modules", script);
  return spawnSync(process.execPath, [program, ...args], { stdio: "inherit" }).status === 0;
}

const check = (/** @type {boolean} */ passed) =>
  passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** Adds up a runner's own report; a run that failed without a failed test counts as one. */
function counted(
  /** @type {boolean} */ ended,
  /** @type {string} */ report,
  /** @type {(report: any) => Count} */ read,
) {
  if (!existsSync(report)) return check(false);
  const { passed, failed } = read(JSON.parse(readFileSync(report, "utf8")));
  return { passed, failed: ended ? failed : Math.max(1, failed) };
}

const next = "next/dist/bin/next";

function unit() {
  const report = join(RESULTS, "vitest.json");
  const config = "lib/testing/vitest.config.ts";
  const ended = runs(
    "vitest/vitest.mjs",
    ...["run", "--config", config, "--reporter=default", "--reporter=json"],
    `--outputFile.json=${report}`,
  );
  return counted(ended, report, ({ numPassedTests, numFailedTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
  }));
}

/** What went wrong, once more and last: the end of a long log is what people read. */
function tellFailures(/** @type {any} */ suite) {
  for (const { file, line, title, tests } of suite.specs ?? []) {
    for (const { status, results } of tests) {
      if (status !== "unexpected" && status !== "flaky") continue;
      const error = results.find((/** @type {any} */ one) => one.error)?.error?.message ?? "";
      console.log(
        `\n${status === "flaky" ? "Passed at the second try" : "Failed"}: ${file}:${line} › ${title}`,
      );
      console.log(stripVTControlCharacters(error).slice(0, SHOWN_ERROR_CHARS));
    }
  }
  for (const inner of suite.suites ?? []) tellFailures(inner);
}

function browser() {
  const report = join(RESULTS, "playwright.json");
  const ended = runs("@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts");
  return counted(ended, report, (result) => {
    tellFailures(result);
    const { expected, flaky, unexpected } = result.stats;
    return { passed: expected + flaky, failed: unexpected };
  });
}

/** @type {Record<string, () => Count | Promise<Count>>} */
const STEPS = {
  Types: () => check(runs(next, "typegen") && runs("typescript/bin/tsc", "--noEmit")),
  Lint: () => check(runs("@biomejs/biome/bin/biome", "ci", "--error-on-warnings")),
  "Dead code": () => check(runs("knip/bin/knip.js")),
  "Unit and integration tests": unit,
  "Production build": async () => {
    await ensureBuild();
    return check(true);
  },
  "API and browser tests": browser,
};

/** A step that throws has failed; the others still run. */
async function attempt(/** @type {string} */ name) {
  const startedMs = Date.now();
  console.log(`\n── ${name}`);
  let count = check(false);
  try {
    count = await STEPS[name]();
  } catch (error) {
    console.error(error.message);
  }
  const seconds = ((Date.now() - startedMs) / 1_000).toFixed(1);
  console.log(`── ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  return count;
}

process.chdir(resolve(fileURLToPath(import.meta.url), "../.."));
for (const name of Object.keys(process.env))
  if (OF_THE_INSTANCE.test(name)) delete process.env[name];
process.env.NEXT_TELEMETRY_DISABLED = "1";
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const total = { passed: 0, failed: 0 };
try {
  ensureInstalled();
  let built = true;
  for (const name of Object.keys(STEPS)) {
    const skipped = name === "API and browser tests" && !built;
    const count = skipped ? check(false) : await attempt(name);
    if (name === "Production build") built = count.failed === 0;
    total.passed += count.passed;
    total.failed += count.failed;
  }
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
