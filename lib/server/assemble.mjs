// What production runs, in one folder: bundles of the server and the scrip command, Next's build, and the files of
// packages that they load.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, PROGRAMS } from "./prepare.mjs";

/** Packages that bundles don't contain: Next, and those that have binaries or read files of their own. */
const EXTERNAL = ["next", "sharp", "@node-rs/argon2", "pdfkit"];
/** What the server reads besides: migrations, the ledger's functions, and files for browsers. */
const FOLDERS = ["drizzle", join("lib", "ledger"), "public"];
const isRead = (/** @type {string} */ path) => !path.startsWith("lib") || path.endsWith(".sql");

const filesBelow = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/** Starts a bundle in its own folder and in production, wherever it is called from. */
const launcherOf = (/** @type {string} */ program) => `#!/usr/bin/env node
import { fileURLToPath } from "node:url";
process.chdir(fileURLToPath(new URL(".", import.meta.url)));
process.env.NODE_ENV = "production";
await import("./bundles/${program}.mjs");
`;

function writePackage(/** @type {string} */ folder) {
  const { name, version, license, type, engines } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const start = "node server.mjs";
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ name, version, license, type, engines, scripts: { start } }, null, 2)}\n`,
  );
}

/** Writes `folder` anew, from a finished build. */
export async function assemble(/** @type {string} */ folder) {
  rmSync(folder, { recursive: true, force: true });
  // Next's server and pages, with the files of packages that they load.
  cpSync(join(".next", "standalone"), folder, { recursive: true });
  rmSync(join(folder, "server.js"));
  const others = [join(".next", "static"), ...FOLDERS].flatMap(filesBelow).filter(isRead);
  for (const path of [...others, "LICENSE"]) cpSync(path, join(folder, path));
  await bundle(PROGRAMS, join(folder, "bundles"), EXTERNAL);
  for (const program of Object.keys(PROGRAMS)) {
    writeFileSync(join(folder, `${program}.mjs`), launcherOf(program));
  }
  writePackage(folder);
}
