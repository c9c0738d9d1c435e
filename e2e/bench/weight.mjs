// `npm run bench:weight`: the JavaScript that each page loads initially, gzipped, from the production build's
// manifests.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import { ensureBuild } from "../../lib/server/prepare.mjs";

const LIMIT_KB = 200;
const PAGES_FOLDER = join(".next", "server", "app");
const MANIFEST = "page_client-reference-manifest.js";

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
await ensureBuild();

const { rootMainFiles } = JSON.parse(readFileSync(join(".next", "build-manifest.json"), "utf8"));

/** The scripts that a page's manifest lists for the page and its layouts. */
function scriptsOf(/** @type {string} */ path) {
  const sandbox = { globalThis: /** @type {Record<string, any>} */ ({}), self: {} };
  vm.runInNewContext(readFileSync(path, "utf8"), sandbox);
  const [manifest] = Object.values(sandbox.globalThis.__RSC_MANIFEST ?? {});
  return Object.values(manifest?.entryJSFiles ?? {}).flat();
}

const weights = new Map();

/** The gzipped size of a script, in bytes. */
function weightOf(/** @type {string} */ file) {
  const path = join(".next", file);
  if (!weights.has(file)) {
    weights.set(file, existsSync(path) ? gzipSync(readFileSync(path)).length : 0);
  }
  return weights.get(file);
}

const pageWeights = readdirSync(PAGES_FOLDER, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(MANIFEST))
  .map((path) => {
    const files = new Set([...rootMainFiles, ...scriptsOf(join(PAGES_FOLDER, path))]);
    const bytes = [...files].reduce((sum, file) => sum + weightOf(file), 0);
    const name = `/${path.slice(0, -MANIFEST.length)}`.replace(/\/\([\w-]+\)/g, "").slice(0, -1);
    return { name: name || "/", kb: bytes / 1024, scripts: files.size };
  })
  .sort((a, b) => b.kb - a.kb);

const sharedBytes = rootMainFiles.reduce(
  (/** @type {number} */ sum, /** @type {string} */ file) => sum + weightOf(file),
  0,
);
console.log(
  `First-load JavaScript, gzipped (${(sharedBytes / 1024).toFixed(0)} KB of it the framework)\n`,
);
for (const { name, kb, scripts } of pageWeights) {
  const mark = kb > LIMIT_KB ? `  over ${LIMIT_KB} KB` : "";
  console.log(
    `${kb.toFixed(1).padStart(7)} KB  ${String(scripts).padStart(3)} scripts  ${name}${mark}`,
  );
}
if (pageWeights.some(({ kb }) => kb > LIMIT_KB)) process.exitCode = 1;
