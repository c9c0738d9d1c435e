// `npm run test:mutants [-- PATH …]`: in a copy of the working tree, breaks one guarantee of the files under the
// paths at a time and prints which test fails, then lets Stryker change their TypeScript and prints its score.
// Ends with `N passed, N failed` on its own line. `--list` lists both, `--rows` leaves Stryker out, and `--tests`
// lets it run only these test files.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureBuild } from "../../lib/server/prepare.mjs";
import { breakSource, staleReasons } from "./mutant.mjs";
import { mutants } from "./mutants.mjs";
import { firstLine, reasonIn, runTests, stopRuns } from "./runners.mjs";
import { copyWorkingTree, removeCopy } from "./scratch.mjs";
import { runStryker, strykerFiles } from "./stryker.mjs";

/** @typedef {import("./mutant.mjs").Test} Test */
/** @typedef {import("./mutant.mjs").Mutant} Mutant */
/** @typedef {import("./runners.mjs").Kind} Kind */
/** @typedef {import("../run/reports.mjs").TestResult} TestResult */

const KINDS = /** @type {const} */ (["vitest", "playwright"]);

const kindOf = (/** @type {Test} */ { file }) =>
  file.startsWith("e2e/") ? "playwright" : "vitest";

const testsOfKind = (/** @type {Mutant} */ { tests }, /** @type {Kind} */ kind) =>
  tests.filter((test) => kindOf(test) === kind);

/** Throws unless every test that mutants name exists and passes before anything is broken. */
async function checkUnbroken(/** @type {string} */ copy, /** @type {Mutant[]} */ chosen) {
  for (const kind of KINDS) {
    const wanted = chosen.flatMap((mutant) => testsOfKind(mutant, kind));
    if (wanted.length === 0) continue;
    const { results, succeeded, output } = await runTests(copy, kind, wanted, { bail: false });
    const failed = results.filter(({ outcome }) => outcome === "failed");
    for (const { file, title, message } of failed) {
      console.log(`fails unbroken: ${file} › ${title}: ${firstLine(message)}`);
    }
    const absent = wanted.filter((test) => !results.some((one) => isResultOf(test, one)));
    for (const { file, title } of absent) console.log(`no such test: ${file} › ${title ?? ""}`);
    if (succeeded && failed.length + absent.length === 0) continue;
    if (!succeeded && failed.length === 0) console.log(output);
    throw new Error("The tests don't pass while nothing is broken.");
  }
}

/** Whether a result is of this test, or of any test in its file if it has no title. */
const isResultOf = (/** @type {Test} */ { file, title = "" }, /** @type {TestResult} */ result) =>
  result.file === file && result.title.includes(title);

let stopping = false;

/** @typedef {{ caught: boolean, by: string }} Verdict */

/** Breaks a file, runs the tests for its guarantee, and restores it. @returns {Promise<Verdict>} */
async function verdictOn(/** @type {string} */ copy, /** @type {Mutant} */ mutant) {
  const path = join(copy, mutant.file);
  const original = readFileSync(path, "utf8");
  const { find, replace } = mutant;
  writeFileSync(path, breakSource({ find, replace, file: path }));
  try {
    for (const kind of KINDS) {
      const tests = testsOfKind(mutant, kind);
      if (tests.length === 0) continue;
      const { results, succeeded, output } = await runTests(copy, kind, tests);
      const failed = results.find(
        (one) => one.outcome === "failed" && tests.some((test) => isResultOf(test, one)),
      );
      if (failed) {
        const { file, title, message } = failed;
        return { caught: true, by: `caught by ${file} › ${title}: ${firstLine(message)}` };
      }
      if (!succeeded) return { caught: false, by: `broken: ${reasonIn(output)}` };
    }
    return { caught: false, by: "SURVIVED" };
  } finally {
    writeFileSync(path, original);
  }
}

/** Distributes the mutants over the copies, ordered by kind so that builds can be reused. */
async function tryAll(/** @type {string[]} */ copies, /** @type {Mutant[]} */ chosen) {
  const queue = KINDS.flatMap((kind) => chosen.filter((mutant) => lastKindOf(mutant) === kind));
  let [passed, failed] = [0, 0];
  const work = async (/** @type {string} */ copy) => {
    for (let mutant = queue.shift(); mutant && !stopping; mutant = queue.shift()) {
      const startedMs = Date.now();
      const { caught, by } = await verdictOn(copy, mutant);
      const seconds = Math.round((Date.now() - startedMs) / 1_000);
      if (caught) passed++;
      else failed++;
      console.log(`${passed + failed}/${chosen.length} ${mutant.guarantee}`);
      console.log(`  ${mutant.file} (${seconds} s)\n  ${by}`);
    }
  };
  await Promise.all(copies.map(work));
  return { passed, failed };
}

const lastKindOf = (/** @type {Mutant} */ mutant) =>
  KINDS.findLast((kind) => testsOfKind(mutant, kind).length > 0) ?? "vitest";

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean" },
    rows: { type: "boolean" },
    jobs: { type: "string", default: "1" },
    tests: { type: "string" },
  },
});
const paths = positionals.map((path) => path.replace(/^\.\/|\/+$/g, ""));
const isUnder = (/** @type {string} */ file) =>
  paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`));
const chosen = mutants.filter(({ file }) => isUnder(file));
const files = values.rows ? [] : strykerFiles(paths);
if (chosen.length + files.length === 0) {
  console.error("There are no mutants of these paths.");
  process.exit(1);
}

const stale = staleReasons(chosen);
for (const reason of stale) console.log(`stale: ${reason}`);
if (values.list || stale.length > 0) {
  if (values.list) for (const { guarantee, file } of chosen) console.log(`${guarantee}  (${file})`);
  if (values.list) for (const file of files) console.log(`Stryker  (${file})`);
  console.log(
    `\n${chosen.length} mutants, ${stale.length} stale, ${files.length} files for Stryker`,
  );
  process.exit(stale.length > 0 ? 1 : 0);
}

/** Tries the chosen mutants in the copies. */
async function tryChosen() {
  // One build for all copies.
  if (chosen.some((mutant) => lastKindOf(mutant) === "playwright")) await ensureBuild();
  for (let copy = 0; copy < Number(values.jobs); copy++) copies.push(copyWorkingTree());
  if (chosen.length === 0) return { passed: 0, failed: 0 };
  console.log(`${chosen.length} mutants. First their tests, with nothing broken …`);
  await checkUnbroken(copies[0] ?? "", chosen);
  return tryAll(copies, chosen);
}

/** @type {string[]} */
const copies = [];
const end = async (/** @type {number} */ code) => {
  stopping = true;
  await stopRuns();
  for (const copy of copies) removeCopy(copy);
  process.exit(code);
};
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => end(1));
try {
  const { passed, failed } = await tryChosen();
  if (files.length > 0) await runStryker(copies[0] ?? "", files, values);
  console.log(`\n${passed} passed, ${failed} failed`);
  await end(failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error.message);
  console.log("\n0 passed, 1 failed");
  await end(1);
}
