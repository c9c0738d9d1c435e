// `npm test`: what guards a commit. Ends with `N passed, N failed` on its own line.
import { conclude } from "./results.mjs";
import { prepareRun, runChecks, serverTestsOfCommit, unitTestsOfCommit } from "./steps.mjs";

const startedMs = Date.now();
prepareRun();
conclude(await runChecks(unitTestsOfCommit, serverTestsOfCommit), startedMs);
