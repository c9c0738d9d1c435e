// Makes a release of the working tree, step by step. Whatever fails, the tree is as it was before.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { releaseChangelog } from "./changelog.mjs";
import { findLastRelease } from "./last-release.mjs";
import { nextVersions, versionFiles } from "./versions.mjs";

const BRANCH = "main";
/** Ignored by git. */
const ARCHIVES_FOLDER = "releases";

/**
 * @typedef {{
 *   version: string, dryRun?: boolean, date: string, print: (line: string) => void,
 *   build: () => void, test: () => void,
 * }} Options `date`: YYYY-MM-DD. `build` writes `dist`; like `test`, it throws if it fails.
 */
/**
 * @typedef {{ name: string, run: () => void | Promise<void>, undo?: () => void }} Step `undo` also works if `run`
 * failed halfway.
 */

const git = (/** @type {string[]} */ ...args) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** Throws if the working tree can't become this version. Returns the version before it, or null. */
function check(/** @type {Options} */ { version, date }) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error("Name the version, such as: npm run release -- 1.2.0");
  }
  if (git("status", "--porcelain") !== "")
    throw new Error("There are uncommitted changes. Commit or remove them.");
  const branch = git("rev-parse", "--abbrev-ref", "HEAD");
  if (branch !== BRANCH)
    throw new Error(`This is the branch ${branch}. Releases are of ${BRANCH}.`);
  if (git("rev-parse", "--is-shallow-repository") === "true")
    throw new Error("The history is incomplete. Run: git fetch --unshallow --tags");
  const former = findLastRelease()?.version ?? null;
  const allowed = former
    ? nextVersions(former)
    : [JSON.parse(readFileSync("package.json", "utf8")).version];
  if (!allowed.includes(version)) {
    throw new Error(`${version} isn't next: it can be ${allowed.join(", ")}.`);
  }
  if (git("tag", "--list", `v${version}`) !== "") throw new Error(`The tag v${version} exists.`);
  releaseChangelog(readFileSync("CHANGELOG.md", "utf8"), version, date);
  return former;
}

/** The packages of the lock file that production has, as CycloneDX JSON without names of this machine. */
function listPackages(/** @type {string} */ name) {
  const options = "--sbom-format cyclonedx --omit dev --package-lock-only".split(" ");
  const printed = execFileSync("npm", ["sbom", ...options], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const list = JSON.parse(printed);
  // npm names it after the folder, and packages by where they were downloaded from.
  Object.assign(list.metadata.component, { name, type: "application" });
  for (const component of list.components) component.externalReferences = [];
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** Packs `dist` as one folder, with a checksum that `sha256sum -c` reads. */
async function pack(/** @type {string} */ name) {
  const home = mkdtempSync(join(tmpdir(), "scrip-pack-"));
  try {
    cpSync("dist", join(home, name), { recursive: true, verbatimSymlinks: true });
    mkdirSync(ARCHIVES_FOLDER, { recursive: true });
    const file = join(ARCHIVES_FOLDER, `${name}.tar.gz`);
    execFileSync("tar", ["-czf", file, "-C", home, name]);
    const hash = createHash("sha256");
    await pipeline(createReadStream(file), hash);
    writeFileSync(`${file}.sha256`, `${hash.digest("hex")}  ${name}.tar.gz\n`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The steps of a release, in order. @returns {Step[]} */
function stepsOf(
  /** @type {Options} */ { version, date, build, test },
  /** @type {string | null} */ former,
) {
  const texts = versionFiles(version, former);
  texts.set("CHANGELOG.md", releaseChangelog(readFileSync("CHANGELOG.md", "utf8"), version, date));
  const before = new Map([...texts.keys()].map((path) => [path, readFileSync(path, "utf8")]));
  const write = (/** @type {Map<string, string>} */ all) => {
    for (const [path, text] of all) writeFileSync(path, text);
  };
  const name = `scrip-${version}`;
  const made = [`${name}.tar.gz`, `${name}.tar.gz.sha256`, `${name}.sbom.json`];
  const removeMade = () => {
    for (const file of made) rmSync(join(ARCHIVES_FOLDER, file), { force: true });
  };
  return [
    {
      name: `Set the version in ${[...texts.keys()].join(", ")}`,
      run: () => write(texts),
      undo: () => write(before),
    },
    { name: "Build dist: npm run build", run: build },
    { name: "Run every check: npm test", run: test },
    {
      name: `List the packages: dist/sbom.json, ${ARCHIVES_FOLDER}/${name}.sbom.json`,
      run: () => {
        const list = listPackages("scrip");
        mkdirSync(ARCHIVES_FOLDER, { recursive: true });
        for (const path of [join("dist", "sbom.json"), join(ARCHIVES_FOLDER, `${name}.sbom.json`)])
          writeFileSync(path, list);
      },
      undo: removeMade,
    },
    {
      name: `Pack dist: ${ARCHIVES_FOLDER}/${name}.tar.gz`,
      run: () => pack(name),
      undo: removeMade,
    },
    {
      name: `Commit: Release ${version}`,
      run: () =>
        void git("commit", "--quiet", "--message", `Release ${version}`, "--", ...texts.keys()),
      undo: () => {
        if (git("log", "-1", "--format=%s") === `Release ${version}`)
          git("reset", "--quiet", "HEAD^");
      },
    },
    {
      name: `Tag: v${version}`,
      run: () => void git("tag", "--annotate", "--message", `Scrip ${version}`, `v${version}`),
    },
  ];
}

/** Releases a version. Prints each step. With `dryRun`, only checks. Throws, and undoes all, if a step fails. */
export async function release(/** @type {Options} */ options) {
  const former = check(options);
  const { version, dryRun, print } = options;
  print(`Release ${version}${former ? `, after ${former}` : ", the first one"}`);
  /** @type {Step[]} */
  const begun = [];
  // Ctrl-C ends the running command, and what was done is undone.
  const ignore = () => {};
  process.on("SIGINT", ignore);
  try {
    for (const step of stepsOf(options, former)) {
      print(`${dryRun ? "Would: " : ""}${step.name}`);
      if (dryRun) continue;
      begun.push(step);
      await step.run();
    }
  } catch (error) {
    for (const step of begun.reverse()) step.undo?.();
    print("Failed. Everything was undone.");
    throw error;
  } finally {
    process.off("SIGINT", ignore);
  }
  if (!dryRun) print(`Done. Publish it: git push origin ${BRANCH} v${version}`);
}
