// `npm test`: runs every check to its end. Ends with `N passed, N failed` on its own line.
import { ensureInstalled } from "../../lib/server/prepare.mjs";
import { conclude, passOrFail } from "./results.mjs";
import {
  citusTests,
  deadCode,
  lint,
  oneByOne,
  prepareRun,
  productionBuild,
  runStep,
  serverTests,
  types,
  unitTests,
} from "./steps.mjs";

const installStep = {
  name: "Install",
  run: async () => {
    ensureInstalled();
    return passOrFail(true);
  },
};

/** Runs every check. Steps that need a failed step are skipped. */
async function runEveryStep() {
  const installed = await runStep(installStep);
  if (installed.failed > 0) return [installed];
  const unit = runStep(unitTests(), false);
  const checks = await oneByOne([types, lint, deadCode]);
  const build = await runStep(productionBuild, false);
  // These only need the build, so they start while unit tests finish.
  const servers = build.failed === 0 ? [await runStep(serverTests())] : [];
  const results = [installed, ...checks, build, await unit, ...servers];
  // Last, because it needs the whole machine.
  return [...results, await runStep(citusTests)];
}

const startedMs = Date.now();
prepareRun();
conclude(await runEveryStep(), startedMs);
