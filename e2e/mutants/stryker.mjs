import { join } from "node:path";
import { reasonIn, run } from "./runners.mjs";
import { sources } from "./scratch.mjs";

/**
 * The folders whose TypeScript is changed unless other paths are asked for, each with what tests it.
 * @type {Record<string, string[]>}
 */
const TESTED_BY = {
  "lib/api/contract": ["lib/api/contract", "app/api/v1"],
  "lib/ledger": [
    "lib/ledger",
    "lib/domain/cards",
    "lib/domain/holds",
    "lib/domain/gifts",
    "lib/domain/transfers",
    "lib/domain/reports",
  ],
  "lib/domain/limits": [
    "lib/domain/limits",
    "lib/ledger/post/admit.test.ts",
    "lib/domain/people/sign-in.test.ts",
    "app/api/till",
  ],
  "lib/domain/webhooks": ["lib/domain/webhooks"],
};
const FOLDERS = Object.keys(TESTED_BY);
const TIMEOUT_MS = 12 * 60 * 60_000;

const isUnder = (/** @type {string[]} */ paths) => (/** @type {string} */ file) =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));

/** The TypeScript under the paths: of lib for a path inside it, else of the four folders. */
export function strykerFiles(/** @type {string[]} */ paths) {
  const code = sources().filter((file) => /^lib\/(?!testing\/).+(?<!\.test)\.tsx?$/.test(file));
  const inFolders = code.filter(isUnder(FOLDERS)).filter((file) => !file.endsWith("examples.ts"));
  if (paths.length === 0) return inFolders;
  const inside = paths.filter((path) => path.startsWith("lib/"));
  const asked = [...code.filter(isUnder(inside)), ...inFolders.filter(isUnder(paths))];
  return [...new Set(asked)].sort();
}

/** The test files of each file's folder, and those that the table names. */
function testsOf(/** @type {string[]} */ files) {
  const folders = files.map((file) => file.split("/").slice(0, 2).join("/"));
  const testers = folders.flatMap((folder) => TESTED_BY[folder] ?? [folder]);
  return sources().filter((file) => file.endsWith(".test.ts") && isUnder(testers)(file));
}

const asPattern = (/** @type {string} */ file) => file.replaceAll(/[[\](){}*?!]/g, "\\$&");

/**
 * Changes the files in the copy, one expression at a time, and prints what no test notices, and the score.
 * With `tests`, a list of test files with commas, runs only those. Throws if it can't.
 */
export async function runStryker(
  /** @type {string} */ copy,
  /** @type {string[]} */ files,
  /** @type {{ jobs: string, tests?: string }} */ { jobs, tests },
) {
  const { succeeded, output } = await run(
    copy,
    [
      "node_modules/@stryker-mutator/core/bin/stryker.js",
      "run",
      "e2e/mutants/stryker.config.json",
      "--concurrency",
      jobs,
      "--mutate",
      files.map(asPattern).join(","),
      "--testFiles",
      tests ?? testsOf(files).map(asPattern).join(","),
    ],
    // The tests run in threads, which trust what their process trusts.
    { NODE_EXTRA_CA_CERTS: join(copy, "e2e/support/receiver-cert.pem") },
    { timeoutMs: TIMEOUT_MS, print: true },
  );
  if (!succeeded) throw new Error(`Stryker ended: ${reasonIn(output)}`);
}
