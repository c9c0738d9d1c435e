import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { release } from "./release.mjs";

const home = process.cwd();
let folder = "";
const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
const read = (path: string) => readFileSync(path, "utf8");
const commit = (path: string, text: string) => {
  writeFileSync(path, text);
  git("add", "--all");
  git("commit", "--quiet", "--message", `Write ${path}`);
};
const changelog = (notes: string) =>
  `# Changelog\n\n## Unreleased\n\n### Upgrade notes\n\n${notes}\n\n### Webhooks\n\n- Faster.\n`;

const lines = (count: number) => Array(count).fill("- Nothing.").join("\n");

/** A clean clone of a project at 1.0.0 that was never released. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scrip-release-test-"));
  process.chdir(folder);
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.email", "dev@example.com");
  git("config", "user.name", "Dev");
  mkdirSync("clients/typescript", { recursive: true });
  const own = { name: "scrip", version: "1.0.0", oldestCompatible: "1.0.0", license: "MIT" };
  const client = { name: "scrip-client", version: "0.0.0" };
  const lock = {
    name: "scrip",
    version: "1.0.0",
    lockfileVersion: 3,
    requires: true,
    packages: { "": { name: "scrip", version: "1.0.0", license: "MIT" } },
  };
  const json = (path: string, value: object) =>
    writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
  json("package.json", own);
  json("package-lock.json", lock);
  json("clients/typescript/package.json", client);
  writeFileSync(".gitignore", "/dist\n/releases\n");
  writeFileSync("Dockerfile", "ARG VERSION=0.0.0\nLABEL version=$VERSION\n");
  writeFileSync("compose.yaml", "services:\n  app:\n    image: scrip:0.0.0\n");
  commit("CHANGELOG.md", changelog("- Migrate, then replace the servers."));
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

/** Adds what the next release needs to the changelog. */
const noteChanges = () =>
  commit(
    "CHANGELOG.md",
    read("CHANGELOG.md").replace("# Changelog\n\n## Unreleased\n", changelog("- Nothing.")),
  );

/** Releases with a build that writes one file. Returns what was printed. */
async function releaseAs(version: string, { test = () => {}, dryRun = false } = {}) {
  const printed: string[] = [];
  const build = () => {
    mkdirSync("dist", { recursive: true });
    writeFileSync("dist/server.mjs", read("package.json"));
  };
  const print = (line: string) => void printed.push(line);
  await release({ version, dryRun, date: "2027-01-15", print, build, test });
  return printed;
}

test("a release sets the version everywhere, and commits, tags and packs what it tested", async () => {
  const tested: string[] = [];
  const printed = await releaseAs("1.0.0", { test: () => void tested.push(read("package.json")) });
  expect(printed.at(-1)).toBe("Done. Publish it: git push origin main v1.0.0");
  expect(JSON.parse(tested[0] ?? "")).toMatchObject({
    version: "1.0.0",
    oldestCompatible: "1.0.0",
  });
  expect(git("log", "-1", "--format=%s")).toBe("Release 1.0.0");
  expect(git("cat-file", "-t", "v1.0.0")).toBe("tag");
  expect(git("status", "--porcelain")).toBe("");
  expect(JSON.parse(read("clients/typescript/package.json")).version).toBe("1.0.0");
  expect(read("Dockerfile")).toContain("ARG VERSION=1.0.0\n");
  expect(read("compose.yaml")).toContain("image: scrip:1.0.0\n");
  expect(read("CHANGELOG.md")).toContain("## Unreleased\n\n## 1.0.0 - 2027-01-15\n\n### Upgrade");

  const [sum = "", name = ""] = read("releases/scrip-1.0.0.tar.gz.sha256").trim().split("  ");
  const archive = readFileSync(join("releases", name));
  expect(createHash("sha256").update(archive).digest("hex")).toBe(sum);
  const packed = execFileSync("tar", ["-xzOf", join("releases", name), "scrip-1.0.0/server.mjs"]);
  expect(JSON.parse(packed.toString()).version).toBe("1.0.0");
  const packages = execFileSync("tar", ["-xzOf", join("releases", name), "scrip-1.0.0/sbom.json"]);
  const { bomFormat, metadata } = JSON.parse(packages.toString());
  expect([bomFormat, metadata.component.name]).toEqual(["CycloneDX", "scrip"]);
  expect(packages.toString()).not.toContain(folder);
  expect(packages.toString()).not.toContain("registry");

  noteChanges();
  await releaseAs("1.1.0");
  expect(JSON.parse(read("package.json"))).toMatchObject({
    version: "1.1.0",
    oldestCompatible: "1.0.0",
  });
  noteChanges();
  await releaseAs("1.1.1");
  expect(JSON.parse(read("package.json"))).toMatchObject({
    version: "1.1.1",
    oldestCompatible: "1.0.0",
  });
});

test("a release whose tests fail leaves the tree, the history and the archives as they were", async () => {
  const before = [git("rev-parse", "HEAD"), read("package.json"), read("CHANGELOG.md")];
  const fail = () => {
    throw new Error("1 failed");
  };
  await expect(releaseAs("1.0.0", { test: fail })).rejects.toThrow("1 failed");
  // The last step: the commit is undone.
  writeFileSync(join(".git", "refs", "tags", "v1.0.0.lock"), "");
  await expect(releaseAs("1.0.0")).rejects.toThrow("v1.0.0");
  expect([git("rev-parse", "HEAD"), read("package.json"), read("CHANGELOG.md")]).toEqual(before);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("tag", "--list")).toBe("");
  expect(() => read("releases/scrip-1.0.0.tar.gz")).toThrow("ENOENT");
});

test("a dry run prints the steps and changes nothing", async () => {
  const printed = await releaseAs("1.0.0", { dryRun: true });
  expect(printed.filter((line) => line.startsWith("Would: "))).toHaveLength(7);
  expect(git("log", "--oneline").split("\n")).toHaveLength(1);
  expect(git("status", "--porcelain")).toBe("");
});

test.each<[what: string, version: string, change: () => void, reason: string]>([
  ["without a version", "", () => {}, "Name the version"],
  ["with uncommitted changes", "1.0.0", () => writeFileSync("new", ""), "uncommitted changes"],
  ["of another branch", "1.0.0", () => git("switch", "-qc", "fix"), "Releases are of main"],
  ["that isn't next", "1.2.0", () => git("tag", "v1.0.0"), "it can be 1.0.1, 1.1.0, 2.0.0"],
  ["that isn't the first", "1.1.0", () => {}, "it can be 1.0.0"],
  ["without upgrade notes", "1.0.0", () => commit("CHANGELOG.md", changelog("")), "Upgrade notes"],
  ["with 41 lines", "1.0.0", () => commit("CHANGELOG.md", changelog(lines(35))), "more than 40"],
  ["without changes", "1.0.0", () => commit("CHANGELOG.md", "# Changelog\n"), "nothing under"],
])("a release %s is refused, and nothing is changed", async (_what, version, change, reason) => {
  change();
  const before = git("status", "--porcelain");
  await expect(releaseAs(version)).rejects.toThrow(reason);
  expect(git("status", "--porcelain")).toBe(before);
});
