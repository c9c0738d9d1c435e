// `npm run faults [-- options]`: builds the product, bundles the program and runs it. `--help` lists its options.
// `--bugs [name]` shows that the program finds each deliberate bug.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ensureInstalled } from "../../lib/server/prepare.mjs";
import { breakSource } from "../mutants/mutant.mjs";
import { bundlePrograms, copyWorkingTree, removeCopy } from "../mutants/scratch.mjs";
import { prepareRun } from "../run/steps.mjs";
import { bugs } from "./bugs.mjs";
import { bundleProgram, EXIT_WITH_VIOLATIONS, runProgram } from "./program.mjs";

/** Builds a copy of the product with one bug, and runs the program on it until it finds a violation. */
async function findBug(
  /** @type {string} */ copy,
  /** @type {typeof bugs[number]} */ { bug, faults },
  /** @type {string[]} */ args,
) {
  const path = join(copy, bug.file);
  const original = readFileSync(path, "utf8");
  writeFileSync(path, breakSource({ ...bug, file: path }));
  try {
    bundlePrograms(copy);
    const startedMs = performance.now();
    console.log(`\n── ${bug.guarantee} (${bug.file})`);
    const status = await runProgram(
      ["--minutes", "1.5", "--stop", "--only", faults, ...args],
      copy,
    );
    const isFound = status === EXIT_WITH_VIOLATIONS;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(`── ${bug.guarantee}: ${isFound ? "found" : "NOT FOUND"} after ${seconds} s`);
    return isFound;
  } finally {
    writeFileSync(path, original);
  }
}

async function findBugs(/** @type {string | undefined} */ name, /** @type {string[]} */ args) {
  const chosen = bugs.filter(({ bug }) => !name || bug.guarantee.includes(name));
  if (chosen.length === 0) throw new Error(`There is no bug "${name}".`);
  const copy = copyWorkingTree();
  try {
    let missed = 0;
    for (const one of chosen) if (!(await findBug(copy, one, args))) missed++;
    return missed;
  } finally {
    removeCopy(copy);
  }
}

prepareRun();
ensureInstalled();
const args = process.argv.slice(2);
// A check and the help need no product.
if (!args.includes("--check") && !args.includes("--help")) await ensureBuild({ isToShip: true });
await bundleProgram();
const at = args.indexOf("--bugs");
if (at < 0 || args.includes("--help")) process.exit(await runProgram(args));
const [, ...others] = args.splice(at);
const name = others[0]?.startsWith("--") ? undefined : others.shift();
process.exit(await findBugs(name, [...args, ...others]));
