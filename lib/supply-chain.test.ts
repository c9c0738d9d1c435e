import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const { packages } = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

/** Where npm may have put a dependency of the package at `path`: beside it, or further out. */
function* places(path: string, name: string): Generator<string> {
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
    ({ path, name }) => ![...places(path, name)].some((place) => place in packages),
  );
  expect(missing).toEqual([]);
});

test("packages come from the public registry", () => {
  const others = Object.values(packages)
    .map(({ resolved }) => resolved)
    .filter((url) => url !== undefined && !url.startsWith("https://registry.npmjs.org/"));
  expect(others).toEqual([]);
});

test("the workflow runs actions of one commit each, and the script that is run everywhere", () => {
  const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ""))).toEqual([]);
  expect(workflow).toMatch(/^ {6}- run: \.ci\/run$/m);
});
