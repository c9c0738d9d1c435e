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
  const [checks, unit] = await Promise.all([
    oneByOne([types, lint, deadCode, productionBuild]),
    finish(unitTests()),
  ]);
  const done = [installed, ...checks, unit];
  const built = checks.every(({ name, failed }) => name !== productionBuild.name || failed === 0);
  return built ? [...done, await finish(serverTests())] : done;
}

const startedMs = Date.now();
prepareRun();
conclude(await everyStep(), startedMs);
