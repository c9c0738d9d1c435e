import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const LockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const { packages } = LockfileSchema.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

/** Where npm can install a dependency of the package at `path`: inside it, or in a parent folder. */
function* installPaths(path: string, name: string): Generator<string> {
  for (let folder = path; folder; ) {
    yield `${folder}/node_modules/${name}`;
    const cut = folder.lastIndexOf("/node_modules/");
    folder = cut === -1 ? "" : folder.slice(0, cut);
  }
  yield `node_modules/${name}`;
}

test("the lock file names every optional dependency, so that npm ci works on every platform", () => {
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  expect(wanted.length).toBeGreaterThan(20);
  const missing = wanted.filter(
    ({ path, name }) => ![...installPaths(path, name)].some((place) => place in packages),
  );
  expect(missing).toEqual([]);
});

test("the Postgres driver is as it was published: file by file the archive that the lock file names", () => {
  const { version, integrity } = packages["node_modules/postgres"] ?? {};
  const folder = mkdtempSync(join(tmpdir(), "scrip-driver-"));
  try {
    const from = ["--prefer-offline", "--silent", "--pack-destination", folder];
    execFileSync("npm", ["pack", `postgres@${version}`, ...from], { stdio: "pipe" });
    const archive = join(folder, `postgres-${version}.tgz`);
    const hash = createHash("sha512").update(readFileSync(archive)).digest("base64");
    expect(`sha512-${hash}`).toBe(integrity);
    execFileSync("tar", ["-xzf", archive, "-C", folder]);
    const [published, installed] = [join(folder, "package"), "node_modules/postgres"];
    const filesOf = (root: string) =>
      readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((file) => statSync(join(root, file)).isFile())
        .sort();
    expect(filesOf(installed)).toEqual(filesOf(published));
    for (const file of filesOf(published)) {
      const [found, wanted] = [installed, published].map((root) => readFileSync(join(root, file)));
      expect(found?.equals(wanted as Buffer), file).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("packages come from the public registry", () => {
  const others = Object.values(packages)
    .map(({ resolved }) => resolved)
    .filter((url) => url !== undefined && !url.startsWith("https://registry.npmjs.org/"));
  expect(others).toEqual([]);
});

test("the workflow runs actions of one commit each", () => {
  const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ""))).toEqual([]);
});

test("npm start runs no package's install script, and .env is never committed", () => {
  expect(readFileSync("lib/server/prepare.mjs", "utf8")).toContain(
    "ci --include=dev --ignore-scripts",
  );
  const ignored = execFileSync("git", ["check-ignore", "--no-index", ".env", ".env.production"]);
  expect(ignored.toString().trim().split("\n")).toEqual([".env", ".env.production"]);
});
