import { execFileSync } from "node:child_process";
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// Copied-tree runs write here, and a hard link would change the original.
const NOT_LINKED = [".vite", ".vite-temp", ".cache"];

/** Hard-links a folder's files, or copies them if the temporary folder is on another disk. */
export function linkFolder(/** @type {string} */ from, /** @type {string} */ to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (NOT_LINKED.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(/** @type {string} */ from, /** @type {string} */ to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}

/** The files that git tracks or would track, as they are in the working tree. */
export const sources = () =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
    .split("\0")
    .filter((path) => path !== "" && existsSync(path));

/** Copies the working tree, its packages and its last build to a new folder. */
export function copyWorkingTree() {
  const folder = mkdtempSync(join(tmpdir(), "scrip-mutants-"));
  // When run as root, Postgres uses another account, which needs access to its programs.
  chmodSync(folder, 0o711);
  for (const path of new Set(sources())) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    copyFileSync(path, join(folder, path));
  }
  linkFolder("node_modules", join(folder, "node_modules"));
  for (const built of [".build", ".next"]) {
    if (existsSync(built)) cpSync(built, join(folder, built), { recursive: true });
  }
  return folder;
}

const BUNDLE = 'import(process.argv[1]).then(({ bundle, PROGRAMS }) => bundle(PROGRAMS, ".build"))';

/** Bundles the server and the command of a copy anew, with its own bundler. */
export function bundlePrograms(/** @type {string} */ folder) {
  const bundler = pathToFileURL(join(folder, "lib", "server", "prepare.mjs")).href;
  execFileSync(process.execPath, ["-e", BUNDLE, bundler], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
}

export const removeCopy = (/** @type {string} */ folder) =>
  rmSync(folder, { recursive: true, force: true });
