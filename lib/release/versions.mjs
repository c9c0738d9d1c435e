// The version of a release, and the files that say it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Lines that name the version of the image. */
const IMAGE_LINES = [
  ["Dockerfile", /(?<=^ARG VERSION=).*$/m],
  ["compose.yaml", /(?<=image: scrip:)\S+/],
];
const CLIENT_FOLDERS = [join("clients", "typescript")];

const parts = (/** @type {string} */ version) => version.split(".").map(Number);

/** The versions that can follow a release: the next patch, minor and major. */
export function nextVersions(/** @type {string} */ former) {
  const [major = 0, minor = 0, patch = 0] = parts(former);
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
}

/**
 * The oldest release whose servers run beside `version`: the first with the minor version of the release before it,
 * or, for a patch, the same as for that one. The first release has none before it.
 */
function oldestFor(
  /** @type {string} */ version,
  /** @type {string | null} */ former,
  /** @type {string} */ current,
) {
  if (!former) return version;
  const [major, minor] = parts(former);
  const isPatch = version.startsWith(`${major}.${minor}.`);
  return isPatch ? current : `${major}.${minor}.0`;
}

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, "utf8"));
const toText = (/** @type {object} */ json) => `${JSON.stringify(json, null, 2)}\n`;

/** The new texts, by path, of the files that say the version. @returns {Map<string, string>} */
export function versionFiles(/** @type {string} */ version, /** @type {string | null} */ former) {
  const own = read("package.json");
  const lock = read("package-lock.json");
  const oldestCompatible = oldestFor(version, former, own.oldestCompatible);
  const texts = new Map([["package.json", toText({ ...own, version, oldestCompatible })]]);
  lock.version = version;
  lock.packages[""].version = version;
  for (const folder of CLIENT_FOLDERS) {
    for (const name of ["package.json", "package-lock.json"]) {
      const path = join(folder, name);
      if (!existsSync(path)) continue;
      const file = { ...read(path), version };
      if (file.packages?.[""]) file.packages[""].version = version;
      texts.set(path, toText(file));
    }
    const linked = lock.packages[folder.replaceAll("\\", "/")];
    if (linked) linked.version = version;
  }
  for (const [path, former] of IMAGE_LINES) {
    if (existsSync(path)) texts.set(path, readFileSync(path, "utf8").replace(former, version));
  }
  return texts.set("package-lock.json", toText(lock));
}
