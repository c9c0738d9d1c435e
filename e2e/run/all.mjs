// `npm test`: every check, each to its end. Closes with `N passed, N failed` on a line of its own.
import { ensureInstalled } from "../../lib/server/prepare.mjs";
import { conclude } from "./results.mjs";
import {
  deadCode,
  finish,
  lint,
  prepareRun,
  productionBuild,
  serverTests,
  types,
  unitTests,
} from "./steps.mjs";

/** @typedef {import("./steps.mjs").Finished} Finished */

const install = {
  name: "Install",
  run: async () => {
    ensureInstalled();
    return { passed: 1, failed: 0, files: [], retried: [] };
  },
};

/** One after the other, so that no more than one program runs beside the unit tests. */
async function checkAndBuild() {
  /** @type {Finished[]} */
  const done = [];
  for (const step of [types, lint, deadCode, productionBuild]) done.push(await finish(step, false));
  return done;
}

/** Everything that can be checked; what needs a step that failed is left out. */
async function everyStep() {
  const installed = await finish(install);
  if (installed.failed > 0) return [installed];
  const [checks, unit] = await Promise.all([checkAndBuild(), finish(unitTests())]);
  const done = [installed, ...checks, unit];
  const built = checks.every(({ name, failed }) => name !== productionBuild.name || failed === 0);
  return built ? [...done, await finish(serverTests())] : done;
}

const startedMs = Date.now();
prepareRun();
conclude(await everyStep(), startedMs);
