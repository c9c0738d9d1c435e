// The steps that the tiers of tests are made of.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../../lib/server/prepare.mjs";
import { runNode } from "./program.mjs";
import { notRun, passOrFail, resultOf } from "./results.mjs";

/** @typedef {import("./results.mjs").Result} Result */
/** @typedef {{ name: string, run: (print: boolean) => Promise<Result> }} Step */
/** @typedef {Result & { name: string, seconds: number }} Finished */

const RESULTS_FOLDER = join("e2e", ".results");
const CITUS_CONTROL = "/usr/share/postgresql/15/extension/citus.control";
/** How many times as many steps random tests take to guard a release as to guard a commit. */
const RELEASE_SCALE = "10";

let interrupted = false;

// Tests set their own configuration; the caller's could point them at a real database.
export const INSTANCE_VARIABLES_PATTERN =
  /^(DATABASE_|MIGRATE_DATABASE_URL$|SCRIP_|AUTH_|SMTP_|SUPPORT_EMAIL$|WEBHOOK_|FX_|MAIL_|APP_URL$|PORT$|HOST$|API_LANE$|LOG_LEVEL$|ENCRYPTION_KEY|CRON_SECRET$|SIGN_UP$|TRUSTED_PROX|DRAIN_|NODE_ENV$)/;

/** Changes to the repository root, drops the caller's configuration, and empties the results folder. */
export function prepareRun() {
  process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
  for (const name of Object.keys(process.env)) {
    if (INSTANCE_VARIABLES_PATTERN.test(name)) delete process.env[name];
  }
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  // Ctrl-C also reaches the running programs: they clean up, and their output is shown.
  process.once("SIGINT", () => {
    interrupted = true;
  });
  if (process.stdout.isTTY) process.env.FORCE_COLOR ??= "1";
  rmSync(RESULTS_FOLDER, { recursive: true, force: true });
  mkdirSync(RESULTS_FOLDER, { recursive: true });
}

/** A step that runs a package's program, which succeeds or fails. @returns {Step} */
const programStep = (
  /** @type {string} */ name,
  /** @type {string} */ script,
  /** @type {string[]} */ ...args
) => ({
  name,
  run: async (print) => {
    const ended = await runNode({ print }, join("node_modules", script), ...args);
    return passOrFail(ended.succeeded, ended.cpuSeconds);
  },
});

/** @type {Step} */
export const install = {
  name: "Install",
  run: async () => {
    ensureInstalled();
    return passOrFail(true);
  },
};
export const routeTypes = programStep("Types of routes", "next/dist/bin/next", "typegen");
// Several threads would check what they share once each.
export const types = programStep("Types", "typescript/bin/tsc", "--noEmit", "--singleThreaded");
export const lint = programStep("Lint", "@biomejs/biome/bin/biome", "ci", "--error-on-warnings");
const deadCode = programStep("Dead code", "knip/bin/knip.js");

const build = (/** @type {string} */ name, /** @type {string[]} */ ...args) => ({
  name,
  run: async (/** @type {boolean} */ print) => {
    const ended = await runNode({ print }, join("e2e", "run", "build.mjs"), ...args);
    return passOrFail(ended.succeeded, ended.cpuSeconds);
  },
});
/** What `npm start` runs. @type {Step} */
export const quickBuild = build("Build");
/** @type {Step} */
export const productionBuild = build("Production build", "--to-ship");

/** The file in which a step's Postgres servers write down their CPU time. */
const postgresFileOf = (/** @type {string} */ step) => resolve(RESULTS_FOLDER, `${step}-postgres`);

/** Runs vitest with `args`. @returns {Promise<Result>} */
async function runVitest(
  /** @type {string} */ name,
  /** @type {boolean} */ print,
  /** @type {string[]} */ args,
  /** @type {Record<string, string>} */ variables = {},
) {
  const report = join(RESULTS_FOLDER, `${name}.json`);
  const ended = await runNode(
    { print, variables, postgresFile: postgresFileOf(name) },
    "node_modules/vitest/vitest.mjs",
    ...args,
    "--config",
    "lib/testing/vitest.config.ts",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  );
  return resultOf(report, ended);
}

/** Runs Playwright with `args`. @returns {Promise<Result>} */
async function runPlaywright(
  /** @type {boolean} */ print,
  /** @type {string[]} */ args,
  /** @type {Record<string, string>} */ variables = {},
) {
  const ended = await runNode(
    { print, variables, postgresFile: postgresFileOf("playwright") },
    "node_modules/@playwright/test/cli.js",
    "test",
    "--config",
    "e2e/playwright.config.ts",
    ...args,
  );
  return resultOf(join(RESULTS_FOLDER, "playwright.json"), ended);
}

const UNIT = "Unit and integration tests";
const SERVER = "API and browser tests";

/** What guards a commit: without the files named *.release.test.ts. @type {Step} */
export const unitTestsOfCommit = {
  name: UNIT,
  run: (print) => runVitest("unit", print, ["run"], { TEST_TIER: "commit" }),
};

/** The unit and integration tests selected by `args`. @returns {Step} */
export const unitTests = (/** @type {string[]} */ args) => ({
  name: UNIT,
  run: (print) => runVitest("unit", print, args),
});

/** All of them, with long random runs. @type {Step} */
export const unitTestsOfRelease = {
  name: UNIT,
  run: (print) => runVitest("unit", print, ["run"], { TEST_SCALE: RELEASE_SCALE }),
};

/** The unit and integration tests that use the database, on a Postgres with Citus. @type {Step} */
export const citusTests = {
  name: "Tests on Citus",
  run: async (print) =>
    existsSync(CITUS_CONTROL)
      ? runVitest("citus", print, ["run"], { SCRIP_TEST_CITUS: "1" })
      : notRun("Citus"),
};

/** The API and webhook specs, and a browser journey for each thing that a person does. @type {Step} */
export const serverTestsOfCommit = {
  name: SERVER,
  run: (print) =>
    runPlaywright(print, ["--project=scrip", "--grep", "(^| )(api|webhooks)/|@journey"]),
};

/** The API and browser tests selected by `args`. @returns {Step} */
export const serverTests = (
  /** @type {string[]} */ args,
  /** @type {Record<string, string>} */ variables = {},
) => ({
  name: SERVER,
  run: (print) => runPlaywright(print, args, variables),
});

export const serverTestsOfRelease = serverTests([], { TEST_SCALE: RELEASE_SCALE });

/** Runs one step to its end. If it throws, it counts as failed and the other steps still run. */
export async function runStep(/** @type {Step} */ { name, run }, print = true) {
  if (interrupted) return { ...passOrFail(false), name: `${name}: not run`, seconds: 0 };
  const startedMs = Date.now();
  console.log(`\n── ${name}${print ? "" : " …"}`);
  let result = passOrFail(false);
  try {
    result = await run(print);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const seconds = (Date.now() - startedMs) / 1_000;
  const { passed, failed } = result;
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
  return { ...result, name, seconds };
}

/** Runs steps one after another, so that few programs run at the same time. */
export async function oneByOne(/** @type {Step[]} */ steps, print = false) {
  /** @type {Finished[]} */
  const done = [];
  for (const step of steps) done.push(await runStep(step, print));
  return done;
}

/**
 * Installs and builds, checks, and runs the unit and then the server tests. Steps that need a failed step are skipped.
 */
export async function runChecks(
  /** @type {Step} */ unit,
  /** @type {Step} */ server,
  build = quickBuild,
) {
  const installed = await runStep(install);
  if (installed.failed > 0) return [installed];
  const checking = oneByOne([lint, deadCode, unit]);
  // A first build empties the folder that has the types of routes.
  const typed = await oneByOne([routeTypes, types]);
  const built = await runStep(build, false);
  // These only need the build, so they start while the others finish.
  const served = built.failed === 0 ? [await runStep(server)] : [];
  return [installed, ...typed, ...(await checking), built, ...served];
}
