// `npm run test:citus`: the unit and integration tests that use the database, on a Postgres with Citus.
import { conclude } from "./results.mjs";
import { citusTests, install, oneByOne, prepareRun } from "./steps.mjs";

const startedMs = Date.now();
prepareRun();
const steps = await oneByOne([install, citusTests], true);
conclude(
  steps.map((step) => (step.absent ? { ...step, failed: 1 } : step)),
  startedMs,
);
