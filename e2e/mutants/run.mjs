// `npm run test:mutants`: breaks one guarantee at a time in a copy of the working tree and prints which test
// fails. Ends with `N passed, N failed` on its own line.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureBuild } from "../../lib/server/prepare.mjs";
import { breakSource, staleReasons } from "./mutant.mjs";
import { mutants } from "./mutants.mjs";
import { firstLine, reasonIn, runTests, stopRuns } from "./runners.mjs";
import { copyWorkingTree, removeCopy } from "./scratch.mjs";

/** @typedef {import("./mutant.mjs").Test} Test */
/** @typedef {import("./mutant.mjs").Mutant} Mutant */
/** @typedef {import("./runners.mjs").Kind} Kind */
/** @typedef {import("../run/reports.mjs").TestResult} TestResult */

const KINDS = /** @type {const} */ (["vitest", "direct", "full"]);

// Changes that Next serves need its full build; our own API server is bundled in a second.
const NEEDS_BUILD = /^(components\/|proxy\.ts$|app\/(?!api\/v1\/))/;

/** How to run a test after `changed` was broken. */
function kindOf(/** @type {Test} */ { file }, /** @type {string} */ changed) {
  if (!file.startsWith("e2e/")) return "vitest";
  return /^e2e\/(api|webhooks)\//.test(file) && !NEEDS_BUILD.test(changed) ? "direct" : "full";
}

const testsOfKind = (/** @type {Mutant} */ { file, tests }, /** @type {Kind} */ kind) =>
  tests.filter((test) => kindOf(test, file) === kind);

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
  options: { list: { type: "boolean" }, jobs: { type: "string", default: "1" } },
});
const searchTerms = positionals.map((word) => word.toLowerCase());
const chosen = mutants.filter(({ guarantee, file, tests }) => {
  const text = [guarantee, file, ...tests.map((test) => test.file)].join(" ").toLowerCase();
  return searchTerms.length === 0 || searchTerms.some((word) => text.includes(word));
});
if (chosen.length === 0) {
  console.error("No mutant matches.");
  process.exit(1);
}

const stale = staleReasons(chosen);
for (const reason of stale) console.log(`stale: ${reason}`);
if (values.list || stale.length > 0) {
  if (values.list) for (const { guarantee, file } of chosen) console.log(`${guarantee}  (${file})`);
  console.log(`\n${chosen.length} mutants, ${stale.length} stale`);
  process.exit(stale.length > 0 ? 1 : 0);
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
  // One build for all copies.
  if (chosen.some((mutant) => lastKindOf(mutant) !== "vitest")) await ensureBuild();
  for (let copy = 0; copy < Number(values.jobs); copy++) copies.push(copyWorkingTree());
  console.log(`${chosen.length} mutants. First their tests, with nothing broken …`);
  await checkUnbroken(copies[0] ?? "", chosen);
  const { passed, failed } = await tryAll(copies, chosen);
  console.log(`\n${passed} passed, ${failed} failed`);
  await end(failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error.message);
  console.log("\n0 passed, 1 failed");
  await end(1);
}
