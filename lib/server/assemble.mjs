// What production runs, in one folder: bundles of the server and the scrip command, Next's build, and the files of
// packages that they load.
import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { bundle, filesBelow, PROGRAMS } from "./prepare.mjs";

/** What runs on threads of its own, by the path where the process looks for it. */
const THREAD_MODULES = ["lib/domain/people/passwords/guess-estimator"];

/** Packages that bundles don't contain: Next, and those that have binaries or read files of their own. */
const EXTERNAL_PACKAGES = ["next", "sharp", "@node-rs/argon2", "pdfkit", "fontkit"];
/** Files for browsers. */
const BROWSER_FOLDERS = ["public", join(".next", "static")];
/** Migrations and the ledger's functions. */
const SQL_FOLDERS = ["drizzle", join("lib", "ledger")];

/** Chunks smaller than this are not worth a look. */
const SHARED_MIN_BYTES = 100_000;

/**
 * Lets chunks with the same code load the first of them: the build repeats what many routes have in common, which is
 * more than half of its size.
 */
function shareChunks(/** @type {string} */ folder) {
  const first = new Map();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!name.endsWith(".js") || statSync(path).size < SHARED_MIN_BYTES) continue;
    const code = readFileSync(path, "utf8").replace(/\n\/\/# sourceMappingURL=\S*\s*$/, "");
    const sameChunk = first.get(code);
    if (sameChunk) writeFileSync(path, `module.exports = require("./${sameChunk}");\n`);
    else first.set(code, name);
  }
}

/**
 * Escapes what isn't Latin-1 in a bundle, which esbuild leaves in regular expressions: a single such character doubles
 * the memory of the code.
 */
function escapeWideCharacters(/** @type {string} */ path) {
  const hexOf = (/** @type {string} */ char) => char.charCodeAt(0).toString(16).padStart(4, "0");
  const code = readFileSync(path, "utf8");
  writeFileSync(
    path,
    code.replace(/[\u0100-\uffff]/g, (char) => `\\u${hexOf(char)}`),
  );
}

/** Starts a bundle in its own folder and in production, wherever it is called from. */
const launcherOf = (/** @type {string} */ program) => `#!/usr/bin/env node
import { fileURLToPath } from "node:url";
process.chdir(fileURLToPath(new URL(".", import.meta.url)));
process.env.NODE_ENV = "production";
await import(new URL("bundles/${program}.mjs", import.meta.url));
`;

function writePackage(/** @type {string} */ folder) {
  const { name, version, license, type, engines } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const scripts = { start: "node server.mjs", scrip: "node scrip.mjs" };
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ name, version, license, type, engines, scripts }, null, 2)}\n`,
  );
}

/** Not source maps, nor the environment of the machine that builds. */
const isForProduction = (/** @type {string} */ path) =>
  !path.endsWith(".map") && !basename(path).startsWith(".env");

/** Writes `folder` from a finished build. Replaces the former one at the end. */
export async function assemble(/** @type {string} */ folder) {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  // Next's server and pages, with the files of packages that they load.
  // Links between them stay relative, so that the folder can be moved.
  const options = { recursive: true, verbatimSymlinks: true, filter: isForProduction };
  cpSync(join(".next", "standalone"), fresh, options);
  // Its own server, and sources among the SQL files that it found the code to read.
  for (const path of ["server.js", "lib"]) rmSync(join(fresh, path), { recursive: true });
  shareChunks(join(fresh, ".next", "server", "chunks"));
  const sql = SQL_FOLDERS.flatMap(filesBelow).filter((path) => path.endsWith(".sql"));
  for (const path of [...BROWSER_FOLDERS.flatMap(filesBelow), ...sql, "LICENSE"]) {
    cpSync(path, join(fresh, path));
  }
  const bundles = join(fresh, "bundles");
  await bundle(PROGRAMS, bundles, EXTERNAL_PACKAGES);
  const threads = Object.fromEntries(THREAD_MODULES.map((path) => [path, `${path}.mjs`]));
  await bundle(threads, fresh, EXTERNAL_PACKAGES);
  const threadFiles = THREAD_MODULES.map((path) => join(fresh, `${path}.mjs`));
  for (const path of [...filesBelow(bundles), ...threadFiles]) escapeWideCharacters(path);
  for (const program of Object.keys(PROGRAMS)) {
    writeFileSync(join(fresh, `${program}.mjs`), launcherOf(program));
  }
  writePackage(fresh);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}
