// `npm test`: every check, each to its end. Closes with `N passed, N failed` on a line of its own.
import { ensureInstalled } from "../../lib/server/prepare.mjs";
import { conclude } from "./results.mjs";
import {
  deadCode,
  finish,
  lint,
  oneByOne,
  prepareRun,
  productionBuild,
  serverTests,
  types,
  unitTests,
} from "./steps.mjs";

const install = {
  name: "Install",
  run: async () => {
    ensureInstalled();
    return { passed: 1, failed: 0, files: [], retried: [] };
  },
};

/** Everything that can be checked; what needs a step that failed is left out. */
async function everyStep() {
  const installed = await finish(install);
  if (installed.failed > 0) return [installed];
  const unit = finish(unitTests(), false);
  const checks = await oneByOne([types, lint, deadCode, productionBuild]);
  const built = checks.every(({ name, failed }) => name !== productionBuild.name || failed === 0);
  // They need the build alone: the first of them run beside the last unit tests.
  const servers = built ? [await finish(serverTests())] : [];
  return [installed, ...checks, await unit, ...servers];
}

const startedMs = Date.now();
prepareRun();
conclude(await everyStep(), startedMs);
