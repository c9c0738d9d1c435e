// Runs before packages are installed, so it imports only Node's built-in modules.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const SOURCE_FOLDERS = ["app", "components", "lib", "docs", "drizzle", "public"];
const SOURCE_FILES = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "instrumentation-client.ts",
  "next.config.ts",
  ".postcssrc.json",
  "proxy.ts",
];
/** CommonJS packages in a bundle call it. */
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
/** @type {NodeJS.Signals[]} */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** What Next's build prints, such as its hundreds of routes. */
const BUILD_LOG = join(".build", "next.log");
/** Entry points by output name. */
export const PROGRAMS = { server: "lib/server/main.ts", scrip: "lib/cli/scrip.ts" };

const print = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, "utf8"));

/** Whether node_modules matches the lock file, including development packages. */
function isInstalled() {
  const hidden = join("node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const installed = readJson(hidden).packages;
  return Object.entries(readJson("package-lock.json").packages).every(
    ([path, locked]) =>
      path === "" ||
      (installed[path] ? installed[path].version === locked.version : Boolean(locked.optional)),
  );
}

/** Installs the packages of the lock file if node_modules does not match. Throws if npm fails. */
export function ensureInstalled() {
  if (!isInstalled()) install();
}

function install() {
  print("Installing packages …");
  // The lock file pins every version, so a cached package needs no check against the registry. No package
  // needs its install script: esbuild's is an optimization, and we create Postgres's links ourselves.
  const args =
    "ci --include=dev --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error".split(
      " ",
    );
  const npm = process.env.npm_execpath;
  const options = { stdio: /** @type {const} */ (["ignore", 2, 2]) };
  const { status } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (status !== 0) throw new Error("npm ci failed. See the output above.");
}

const isSource = (/** @type {string} */ path) =>
  !path.endsWith(".test.ts") && !path.startsWith(join("lib", "testing"));

/** The files of a folder and its folders, from the same root as `folder`. */
export const filesBelow = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/** A hash of all sources of a build. */
function hashOfSources() {
  const hash = createHash("sha256");
  const inFolders = SOURCE_FOLDERS.filter((folder) => existsSync(folder)).flatMap(filesBelow);
  for (const path of [...SOURCE_FILES.filter((file) => existsSync(file)), ...inFolders].sort()) {
    if (isSource(path)) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/** Runs `build` if the sources changed since it, or one that is `asGood`, last succeeded. */
async function buildOnce(
  /** @type {string} */ name,
  /** @type {string} */ hash,
  /** @type {string} */ result,
  /** @type {(succeededBefore: boolean) => Promise<void>} */ build,
  asGood = hash,
) {
  const stamp = join(".build", `${name}.hash`);
  const succeededBefore = existsSync(stamp);
  if (existsSync(result) && succeededBefore && [hash, asGood].includes(readFileSync(stamp, "utf8")))
    return;
  mkdirSync(".build", { recursive: true });
  rmSync(stamp, { force: true });
  await build(succeededBefore);
  writeFileSync(stamp, hash);
}

/**
 * Bundles `programs` (entry points by output name) for Node into `outdir`: with their packages but `external`, or
 * without any.
 */
export async function bundle(
  /** @type {Record<string, string>} */ programs,
  /** @type {string} */ outdir,
  /** @type {string[] | undefined} */ external = undefined,
) {
  const { build } = await import("esbuild");
  /** @type {import("esbuild").BuildOptions} */
  const common = {
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    alias: { "@": process.cwd() },
    logLevel: "warning",
    // With packages: without source maps, which would take more memory than everything else, and with what is only
    // loaded later in files of its own.
    ...(external
      ? { external, banner: { js: REQUIRE }, splitting: true }
      : { packages: "external", sourcemap: "linked" }),
  };
  const { scrip, ...others } = programs;
  const entryPoints = Object.entries(others).map(([out, path]) => ({ in: path, out }));
  await build({ ...common, entryPoints });
  if (!scrip) return;
  // Each of its commands loads only what it needs. The server is whole, because a later build replaces parts.
  rmSync(join(outdir, "scrip"), { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: [{ in: scrip, out: "scrip" }],
    splitting: true,
    chunkNames: "scrip/[name]-[hash]",
  });
}

function nextBuild(/** @type {boolean} */ succeededBefore, /** @type {boolean} */ isToShip) {
  print("Building, which takes a minute or two …");
  // An interrupted build leaves a cache that later builds can't read.
  if (!succeededBefore) rmSync(".next", { recursive: true, force: true });
  const log = openSync(BUILD_LOG, "w");
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    stdio: ["ignore", log, log],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      ...(isToShip ? {} : { NEXT_BUILD: "quick" }),
    },
  });
  // A build that outlives its starter would write into the next one's folder.
  const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      closeSync(log);
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      if (code === 0) resolve(undefined);
      else reject(new Error(`${readFileSync(BUILD_LOG, "utf8")}\nnext build failed.`));
    });
  });
}

const compress = promisify(brotliCompress);
const QUICK_QUALITY = 5;

/** Compresses what pages load once, and what ships better than the server could for each request. */
async function compressStatic(/** @type {boolean} */ isToShip) {
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: isToShip ? BROTLI_MAX_QUALITY : QUICK_QUALITY };
  const texts = filesBelow(join(".next", "static")).filter((path) => /\.(js|css|wasm)$/.test(path));
  const write = async (/** @type {string} */ path) =>
    writeFileSync(`${path}.br`, await compress(readFileSync(path), { params }));
  await Promise.all(texts.map(write));
}

/** Bundles the server and the scrip command if the sources changed. */
export const ensureBundle = (hash = hashOfSources()) =>
  buildOnce("bundle", hash, join(".build", "server.mjs"), () => bundle(PROGRAMS, ".build"));

/**
 * Bundles and builds everything if the sources changed: to ship, or in half the time with pages that the server loads
 * a little slower. Throws if a build fails.
 */
export async function ensureBuild({ isToShip = false } = {}) {
  const hash = hashOfSources();
  const shipped = `${hash} to ship`;
  const buildPages = async (/** @type {boolean} */ succeededBefore) => {
    await nextBuild(succeededBefore, isToShip);
    await compressStatic(isToShip);
  };
  const result = join(".next", "BUILD_ID");
  await Promise.all([
    ensureBundle(hash),
    buildOnce("next", isToShip ? shipped : hash, result, buildPages, shipped),
  ]);
}
