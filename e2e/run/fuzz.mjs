// `npm run fuzz [requests] [seed]`: sends generated bad requests to every operation of the API, 20,000 by
// default. A failure prints the seed that repeats it.
import { ensureInstalled } from "../../lib/server/prepare.mjs";
import { conclude } from "./results.mjs";
import { prepareRun, quickBuild, runStep, serverTests } from "./steps.mjs";

const DEFAULT_REQUESTS = "20000";

const startedMs = Date.now();
const [requests = DEFAULT_REQUESTS, seed] = process.argv.slice(2);
prepareRun();
ensureInstalled();
if (seed) process.env.TEST_SEED = seed;
const build = await runStep(quickBuild);
const tests = serverTests(["--project=scrip", "e2e/fuzz/fuzz.spec.ts"], {
  FUZZ_REQUESTS: requests,
});
conclude(build.failed === 0 ? [build, await runStep(tests)] : [build], startedMs);
