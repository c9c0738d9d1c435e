// The checks of `npm test` and `npm run test:quick`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild } from "../../lib/server/prepare.mjs";
import { passOrFail, resultOf } from "./results.mjs";

/** @typedef {import("./results.mjs").Result} Result */
/** @typedef {{ name: string, run: (print: boolean) => Promise<Result> }} Step */
/** @typedef {Result & { name: string, seconds: number }} Finished */

const RESULTS_FOLDER = join("e2e", ".results");

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

/**
 * Runs a package's program to its end. Returns whether it succeeded. Prints its output live, or in one piece
 * at the end so that parallel programs stay readable.
 */
function runProgram(
  /** @type {boolean} */ print,
  /** @type {string} */ script,
  /** @type {string[]} */ ...args
) {
  const child = spawn(process.execPath, [join("node_modules", script), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** @type {Buffer[]} */
  const kept = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => (print ? process.stdout.write(chunk) : kept.push(chunk)));
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.stdout.write(Buffer.concat(kept));
      resolve(code === 0);
    });
  });
}

/** @type {Step} */
export const types = {
  name: "Types",
  run: async (print) =>
    passOrFail(
      (await runProgram(print, "next/dist/bin/next", "typegen")) &&
        (await runProgram(print, "typescript/bin/tsc", "--noEmit")),
    ),
};

/** @type {Step} */
export const lint = {
  name: "Lint",
  run: async (print) =>
    passOrFail(await runProgram(print, "@biomejs/biome/bin/biome", "ci", "--error-on-warnings")),
};

/** @type {Step} */
export const deadCode = {
  name: "Dead code",
  run: async (print) => passOrFail(await runProgram(print, "knip/bin/knip.js")),
};

/** @type {Step} */
export const productionBuild = {
  name: "Production build",
  run: async () => {
    await ensureBuild();
    return passOrFail(true);
  },
};

/** The unit and integration tests selected by `args`, all by default. */
export const unitTests = (/** @type {string[]} */ args = ["run"]) => ({
  name: "Unit and integration tests",
  run: async (/** @type {boolean} */ print) => {
    const report = join(RESULTS_FOLDER, "vitest.json");
    const ended = await runProgram(
      print,
      "vitest/vitest.mjs",
      ...args,
      ...["--config", "lib/testing/vitest.config.ts"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    );
    return resultOf(report, ended);
  },
});

const CITUS_CONTROL = "/usr/share/postgresql/15/extension/citus.control";

/** The unit and integration tests that use the database, on a Postgres with Citus, where Debian's has it. */
export const citusTests = {
  name: "Tests on Citus",
  run: async (/** @type {boolean} */ print) => {
    if (!existsSync(CITUS_CONTROL)) {
      console.log("Skipped: Citus isn't installed.");
      return { passed: 0, failed: 0, tests: [] };
    }
    const report = join(RESULTS_FOLDER, "citus.json");
    process.env.SCRIP_TEST_CITUS = "1";
    const running = runProgram(
      print,
      "vitest/vitest.mjs",
      ...["run", "--config", "lib/testing/vitest.config.ts"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    );
    delete process.env.SCRIP_TEST_CITUS;
    return resultOf(report, await running);
  },
};

/** The API and browser tests selected by `args`, all by default. */
export const serverTests = (/** @type {string[]} */ args = []) => ({
  name: "API and browser tests",
  run: async (/** @type {boolean} */ print) => {
    const config = ["--config", "e2e/playwright.config.ts"];
    const ended = await runProgram(print, "@playwright/test/cli.js", "test", ...config, ...args);
    return resultOf(join(RESULTS_FOLDER, "playwright.json"), ended);
  },
});

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

/** Runs steps one after another, so that at most one program runs alongside the unit tests. */
export async function oneByOne(/** @type {Step[]} */ steps) {
  /** @type {Finished[]} */
  const done = [];
  for (const step of steps) done.push(await runStep(step, false));
  return done;
}
