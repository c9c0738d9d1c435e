// `npm run test:citus`: the unit and integration tests that use the database, on a Postgres with Citus.
import { ensureInstalled } from "../../lib/server/prepare.mjs";
import { conclude } from "./results.mjs";
import { citusTests, prepareRun, runStep } from "./steps.mjs";

const startedMs = Date.now();
prepareRun();
ensureInstalled();
conclude([await runStep(citusTests)], startedMs);
