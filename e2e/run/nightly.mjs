// `npm run test:nightly [part…]`: what takes hours. Without names it runs every part; the scheduled workflow runs each
// in a job of its own.
import { runNode } from "./program.mjs";
import { conclude, passOrFail } from "./results.mjs";
import { install, oneByOne, prepareRun } from "./steps.mjs";

/** @type {Record<string, string[]>} */
const PARTS = {
  faults: ["e2e/faults/run.mjs", "--minutes", "25"],
  fuzz: ["e2e/run/fuzz.mjs", "20000"],
  guards: ["e2e/mutants/run.mjs", "--rows"],
  ledger: ["e2e/mutants/run.mjs", "lib/ledger"],
  webhooks: ["e2e/mutants/run.mjs", "lib/domain/webhooks"],
  limits: ["e2e/mutants/run.mjs", "lib/domain/limits"],
  contract: ["e2e/mutants/run.mjs", "lib/api/contract"],
  bench: ["e2e/bench/run.mjs"],
  dashboard: ["e2e/bench/run.mjs", "dashboard"],
  deliveries: ["e2e/bench/run.mjs", "deliveries", "claims"],
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
    const { succeeded, cpuSeconds } = await runNode({ print }, ...args);
    return passOrFail(succeeded, cpuSeconds);
  },
}));
conclude(await oneByOne([install, ...steps], true), startedMs);
