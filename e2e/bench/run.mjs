// `npm run bench [-- part …]` and `npm run bench:…`: bundles the measurements named, as the server
// is bundled, and runs each; those of the API against a production build.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, ensureBuild, ensureInstalled } from "../../lib/server/prepare.mjs";

/** Parts that measure running servers, all of them when none is named. */
const OF_SERVERS = ["api", "instances", "growth", "memory"];
const HELPERS = ["receiver", "load", "noop", "bare", "idle"];
const RESULT = resolve(fileURLToPath(import.meta.url), "../../../.build/bench/result.json");

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
process.env.NEXT_TELEMETRY_DISABLED = "1";

const NO_OP = join(".build", "bench", "noop");
const NO_OP_SOURCE = "e2e/bench/noop";

/** Whether the no-op was built after all that it is made of was last written. */
function isBuilt() {
  const built = join(NO_OP, ".next", "BUILD_ID");
  if (!existsSync(built)) return false;
  const sources = [join(NO_OP_SOURCE, "app/noop/route.js"), "next.config.ts", "package-lock.json"];
  return sources.every((path) => statSync(path).mtimeMs < statSync(built).mtimeMs);
}

/** The product's build, and that of the no-op that Next is measured by. */
async function buildAll() {
  await ensureBuild();
  if (isBuilt()) return;
  cpSync(NO_OP_SOURCE, NO_OP, { recursive: true });
  const next = resolve("node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" };
  const args = [next, "build", NO_OP];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", 2, 2], env });
  if (status !== 0) throw new Error("The no-op could not be built; see above.");
}

/** Runs a part in a process of its own, and tells how long it took. */
function run(/** @type {string} */ name) {
  const startedMs = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, [join(".build/bench", `${name}.mjs`)], {
    stdio: "inherit",
    env: {
      ...process.env,
      BENCH_RESULT: RESULT,
      // Read when a process starts: the certificate of the receiver on loopback.
      NODE_EXTRA_CA_CERTS: resolve("e2e/support/receiver-cert.pem"),
    },
  });
  console.log(`── ${name}: ${((Date.now() - startedMs) / 1_000).toFixed(0)} s`);
  if (status !== 0) process.exitCode = 1;
}

/** Every bound of this run in one list, and whether it holds. */
function conclude() {
  if (!existsSync(RESULT)) return;
  const parts = Object.values(JSON.parse(readFileSync(RESULT, "utf8")));
  console.log("\n── Bounds");
  for (const { name, value, least, most, holds } of parts.flatMap(({ ratios }) => ratios)) {
    const bound = least === undefined ? `≤ ${most}` : `≥ ${least}`;
    console.log(`${holds ? "holds" : "MISSED"}  ${value.toFixed(2)} (${bound})  ${name}`);
  }
  console.log(`\nEverything measured: ${RESULT}`);
}

const named = process.argv.slice(2);
const parts = named.length > 0 ? named : OF_SERVERS;
ensureInstalled();
if (parts.some((part) => OF_SERVERS.includes(part))) {
  rmSync(RESULT, { force: true });
  await buildAll();
}
const programs = [...parts, ...HELPERS].map((name) => [name, join("e2e/bench", `${name}.ts`)]);
await bundle(Object.fromEntries(programs), ".build/bench");
for (const part of parts) run(part);
if (parts.some((part) => OF_SERVERS.includes(part))) conclude();
