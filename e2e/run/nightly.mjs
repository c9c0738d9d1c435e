// `npm run test:nightly [part…]`: what takes hours. Without names it runs every part; the scheduled workflow runs each
// in a job of its own.
import { join } from "node:path";
import { runNode } from "./program.mjs";
import { conclude, passOrFail } from "./results.mjs";
import { install, oneByOne, prepareRun } from "./steps.mjs";

const FIGURES_FOLDER = join("e2e", ".results", "figures");

/** @type {Record<string, string[]>} */
const PARTS = {
  faults: ["e2e/faults/run.mjs", "--minutes", "25"],
  fuzz: ["e2e/run/fuzz.mjs", "20000"],
  mutants: ["e2e/mutants/run.mjs"],
  bench: ["e2e/bench/run.mjs"],
  dashboard: ["e2e/bench/run.mjs", "dashboard"],
  webhooks: ["e2e/bench/run.mjs", "deliveries", "claims"],
  weight: ["e2e/bench/weight.mjs"],
};

const startedMs = Date.now();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
prepareRun();
const parts = Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
const steps = parts.map(([name, args]) => ({
  name,
  run: async (/** @type {boolean} */ print) => {
    const variables = { BENCH_FIGURES: FIGURES_FOLDER };
    const { succeeded, cpuSeconds } = await runNode({ print, variables }, ...args);
    return passOrFail(succeeded, cpuSeconds);
  },
}));
conclude(await oneByOne([install, ...steps], true), startedMs);
