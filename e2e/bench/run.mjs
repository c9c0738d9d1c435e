// `npm run bench [-- part …]` and `npm run bench:…`: bundles the named measurements like the server and runs
// each. API measurements run against a production build. The figures of each part are kept in a file of the folder
// BENCH_RESULTS.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, ensureBuild, ensureInstalled } from "../../lib/server/prepare.mjs";
import { resultOf } from "./results.mjs";

const DEFAULT_PARTS = ["api", "till", "instances", "growth", "memory"];
/** Parts that measure running servers. */
const SERVER_PARTS = [...DEFAULT_PARTS, "citus"];
const HELPERS = ["receiver", "load", "noop", "bare", "idle"];

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
process.env.NEXT_TELEMETRY_DISABLED = "1";

const NO_OP_FOLDER = join(".build", "bench", "noop");
const NO_OP_SOURCE = "e2e/bench/noop";

/** Whether the no-op build is newer than its sources. */
function isBuilt() {
  const built = join(NO_OP_FOLDER, ".next", "BUILD_ID");
  if (!existsSync(built)) return false;
  const sources = [join(NO_OP_SOURCE, "app/noop/route.js"), "next.config.ts", "package-lock.json"];
  return sources.every((path) => statSync(path).mtimeMs < statSync(built).mtimeMs);
}

/** Builds the product, and the no-op app that is the baseline for Next. */
async function buildAll() {
  await ensureBuild({ isToShip: true });
  if (isBuilt()) return;
  cpSync(NO_OP_SOURCE, NO_OP_FOLDER, { recursive: true });
  const next = resolve("node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" };
  const args = [next, "build", NO_OP_FOLDER];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", 2, 2], env });
  if (status !== 0) throw new Error("The no-op could not be built; see above.");
}

/** Runs a part in its own process and prints how long it took. */
function run(/** @type {string} */ name) {
  const startedMs = Date.now();
  rmSync(resultOf(name), { force: true });
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, [join(".build/bench", `${name}.mjs`)], {
    stdio: "inherit",
    env: {
      ...process.env,
      // The receiver's certificate. Node reads this when a process starts.
      NODE_EXTRA_CA_CERTS: resolve("e2e/support/receiver-cert.pem"),
    },
  });
  console.log(`── ${name}: ${((Date.now() - startedMs) / 1_000).toFixed(0)} s`);
  if (status !== 0) process.exitCode = 1;
}

/** Prints every bound of this run and whether it holds. */
function printBounds() {
  const files = parts.map(resultOf).filter((file) => existsSync(file));
  const found = files.flatMap((file) => JSON.parse(readFileSync(file, "utf8")).ratios ?? []);
  if (found.length > 0) console.log("\n── Bounds");
  for (const { name, value, least, most, holds } of found) {
    const bound = least === undefined ? `≤ ${most}` : `≥ ${least}`;
    console.log(`${holds ? "holds" : "MISSED"}  ${value.toFixed(2)} (${bound})  ${name}`);
  }
  if (files.length > 0) console.log(`\nEverything measured:\n${files.join("\n")}`);
}

const namedParts = process.argv.slice(2);
const parts = namedParts.length > 0 ? namedParts : DEFAULT_PARTS;
ensureInstalled();
if (parts.some((part) => SERVER_PARTS.includes(part))) await buildAll();
const programs = [...parts, ...HELPERS].map((name) => [name, join("e2e/bench", `${name}.ts`)]);
await bundle(Object.fromEntries(programs), ".build/bench");
for (const part of parts) run(part);
printBounds();
