// `npm run test:all`: what guards a release. Fails on a machine without Citus, unless told `--without citus`.
import { dockerTests } from "./docker.mjs";
import { conclude } from "./results.mjs";
import { everyScript } from "./scripts.mjs";
import {
  citusTests,
  oneByOne,
  prepareRun,
  productionBuild,
  runChecks,
  serverTestsOfRelease,
  unitTestsOfRelease,
} from "./steps.mjs";

/** The things this run may go without. npm takes a `--without` in front of `--` for one of its own settings. */
function leftOut() {
  const words = process.argv.slice(2).flatMap((word) => word.split(/[=,]/));
  const { npm_config_without: ofNpm = "" } = process.env;
  return [...words, ...ofNpm.split(",")].map((word) => word.toLowerCase());
}

const startedMs = Date.now();
prepareRun();
const checked = await runChecks(unitTestsOfRelease, serverTestsOfRelease, productionBuild);
// Last, because they need the whole machine.
const steps = [...checked, ...(await oneByOne([everyScript, dockerTests, citusTests], true))];
const mayBeAbsent = leftOut();
conclude(
  steps.map((step) =>
    step.absent === "Citus" && !mayBeAbsent.includes("citus") ? { ...step, failed: 1 } : step,
  ),
  startedMs,
);
