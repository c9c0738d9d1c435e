// `npm run bench:weight`: the JavaScript that each page loads initially, from the production build's manifests:
// as browsers get it (lib/server/precompressed.ts), and gzipped for comparison.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import { ensureBuild } from "../../lib/server/prepare.mjs";
import { keep } from "./results.mjs";

const LIMIT_KB = 206;
const PAGES_FOLDER = join(".next", "server", "app");
const MANIFEST = "page_client-reference-manifest.js";

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
await ensureBuild({ isToShip: true });

const { rootMainFiles } = JSON.parse(readFileSync(join(".next", "build-manifest.json"), "utf8"));

/** The scripts that a page's manifest lists for the page and its layouts. */
function scriptsOf(/** @type {string} */ path) {
  const sandbox = { globalThis: /** @type {Record<string, any>} */ ({}), self: {} };
  vm.runInNewContext(readFileSync(path, "utf8"), sandbox);
  const [manifest] = Object.values(sandbox.globalThis.__RSC_MANIFEST ?? {});
  return Object.values(manifest?.entryJSFiles ?? {}).flat();
}

/** @typedef {{ sent: number, gzipped: number }} Weight The size of scripts, in bytes. */

/** @type {Map<string, Weight>} */
const weights = new Map();

/** A script as it is sent to browsers that accept Brotli, which is all of them over HTTPS, and gzipped. */
function weightOf(/** @type {string} */ file) {
  const path = join(".next", file);
  const known = weights.get(file);
  if (known) return known;
  const weight = existsSync(path)
    ? { sent: statSync(`${path}.br`).size, gzipped: gzipSync(readFileSync(path)).length }
    : { sent: 0, gzipped: 0 };
  weights.set(file, weight);
  return weight;
}

const weightOfAll = (/** @type {Iterable<string>} */ files) =>
  [...files].map(weightOf).reduce(
    (sum, one) => ({
      sent: sum.sent + one.sent / 1024,
      gzipped: sum.gzipped + one.gzipped / 1024,
    }),
    { sent: 0, gzipped: 0 },
  );

const pageWeights = readdirSync(PAGES_FOLDER, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(MANIFEST))
  .map((path) => {
    const files = new Set([...rootMainFiles, ...scriptsOf(join(PAGES_FOLDER, path))]);
    const name = `/${path.slice(0, -MANIFEST.length)}`.replace(/\/\([\w-]+\)/g, "").slice(0, -1);
    return { name: name || "/", scripts: files.size, ...weightOfAll(files) };
  })
  .sort((a, b) => b.sent - a.sent);

const framework = weightOfAll(rootMainFiles);
console.log(
  `First-load JavaScript as sent with Brotli (${framework.sent.toFixed(0)} KB of it the framework), and gzipped\n`,
);
for (const { name, sent, gzipped, scripts } of pageWeights) {
  const mark = sent > LIMIT_KB ? `  over ${LIMIT_KB} KB` : "";
  const [kb, gzippedKb] = [sent, gzipped].map((size) => size.toFixed(1).padStart(7));
  console.log(`${kb} KB ${gzippedKb} KB  ${String(scripts).padStart(3)} scripts  ${name}${mark}`);
}
keep("weight", pageWeights);
if (pageWeights.some(({ sent }) => sent > LIMIT_KB)) process.exitCode = 1;
