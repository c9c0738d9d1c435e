// `npm test`: runs every check to its end. Ends with `N passed, N failed` on its own line.
import { ensureInstalled } from "../../lib/server/prepare.mjs";
import { check, conclude } from "./results.mjs";
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
    return check(true);
  },
};

/** Runs every check. Steps that need a failed step are skipped. */
async function everyStep() {
  const installed = await finish(install);
  if (installed.failed > 0) return [installed];
  const unit = finish(unitTests(), false);
  const checks = await oneByOne([types, lint, deadCode]);
  const build = await finish(productionBuild, false);
  // These only need the build, so they start while unit tests finish.
  const servers = build.failed === 0 ? [await finish(serverTests())] : [];
  return [installed, ...checks, build, await unit, ...servers];
}

const startedMs = Date.now();
prepareRun();
conclude(await everyStep(), startedMs);
