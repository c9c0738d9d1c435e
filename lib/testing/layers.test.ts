import { readdirSync, readFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { BUILT_PATTERN, type Import, importsOf, sourceFiles } from "./sources";

/** The rooms of the house by floor, from the top: a file imports from its own room and the floors below. */
const FLOORS = [
  ["clients", "lib/cli", "lib/release"],
  ["lib/server"],
  ["lib/demo"],
  ["app"],
  [
    "components/portal",
    "components/till",
    "components/wallet",
    "components/auth",
    "components/docs",
  ],
  ["components/kit"],
  ["lib/background"],
  ["lib/documents"],
  ["lib/api"],
  ["lib/domain"],
  ["lib/ledger"],
  ["lib/db"],
  ["lib/base"],
];
const ROOMS = FLOORS.flat();

const CLIENT_ENTRY = "clients/typescript/src/index.ts";
/** The client that other programs install. It knows the API alone. */
const PUBLISHED_CLIENT = /^clients\/typescript\//;
const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$/.test(file) || /^(e2e|lib\/testing)\//.test(file);
const roomOf = (file: string) => ROOMS.find((room) => file.startsWith(`${room}/`)) ?? "";
/** Files at the root configure or start the whole. */
const floorOf = (file: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)));
const isFile = ({ target }: Import) =>
  /\.(ts|tsx|mjs)$/.test(target) && !target.startsWith("node:");

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const productImports = imports.filter(({ from }) => !isTest(from));
const fileImports = productImports.filter(isFile);
const show = ({ from, specifier }: Import) => `${from} imports ${specifier}`;

test("every source file is seen, and every import in it", async () => {
  const product = files.filter((file) => !isTest(file) && !file.startsWith("drizzle/"));
  const counted = ["app", "components", "lib", "clients"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) =>
        entry.isFile() &&
        /\.(ts|tsx|mjs)$/.test(entry.name) &&
        !BUILT_PATTERN.test(`${entry.parentPath ?? entry.path}/`),
    ),
  );
  expect(files.filter((file) => /^(app|components|lib|clients)\//.test(file))).toHaveLength(
    counted.length,
  );

  const { metafile } = await build({
    entryPoints: product.map((file, index) => ({ in: file, out: String(index) })),
    outdir: "unwritten",
    bundle: true,
    // Bundles each file once instead of once per importer.
    splitting: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    jsx: "automatic",
    loader: { ".css": "empty", ".md": "empty" },
    logLevel: "silent",
  });
  const seen = new Set(imports.map(({ from, target }) => `${from} ${target}`));
  const bundled = Object.entries(metafile.inputs).flatMap(([from, input]) =>
    input.imports
      .filter(({ path }) => path !== "react/jsx-runtime")
      // The path of JSON ends with its import attribute.
      .map(({ path }) => `${from} ${path.replace(/ with \{.*\}$/, "")}`),
  );
  expect(Object.keys(metafile.inputs)).toEqual(expect.arrayContaining(product));
  expect(bundled.length).toBeGreaterThan(product.length);
  expect(bundled.filter((found) => !seen.has(found))).toEqual([]);
});

test("every file is in a room: none lies loose, and the house has no others", () => {
  const product = files.filter(
    (file) => !isTest(file) && file.includes("/") && !file.startsWith("drizzle/"),
  );
  expect(product.filter((file) => roomOf(file) === "")).toEqual([]);
  const foldersOf = (room: string) =>
    readdirSync(room)
      .map((name) => `${room}/${name}`)
      .filter((path) => path !== "lib/testing");
  const isInside = (room: string) => /^(lib|components)\//.test(room);
  expect([...foldersOf("lib"), ...foldersOf("components")].sort()).toEqual(
    ROOMS.filter(isInside).sort(),
  );
});

test("imports stay in their room or point down", () => {
  const wrong = fileImports.filter(
    ({ from, target }) =>
      roomOf(from) !== roomOf(target) &&
      target.includes("/") &&
      // Pages know the operations that they call.
      !(from.startsWith("components/") && target.startsWith("app/api/")) &&
      floorOf(target) <= floorOf(from),
  );
  expect(wrong.map(show)).toEqual([]);
});

test("components never import the database", () => {
  const reaching = fileImports.filter(
    ({ from, target }) => from.startsWith("components/") && target.startsWith("lib/db/"),
  );
  expect(reaching.map(show)).toEqual([]);
});

test("lib knows Next only in lib/server", () => {
  const knowing = productImports.filter(
    ({ from, specifier }) =>
      /^lib\//.test(from) && !/^lib\/server\//.test(from) && /^next(\/|$)/.test(specifier),
  );
  expect(knowing.map(show)).toEqual([]);
});

test("the product does not import its tests", () => {
  expect(fileImports.filter(({ target }) => isTest(target)).map(show)).toEqual([]);
});

test("the published client imports its own files and its one dependency", () => {
  const others = imports.filter(
    ({ from, target }) =>
      PUBLISHED_CLIENT.test(from) && !PUBLISHED_CLIENT.test(target) && target !== "openapi-fetch",
  );
  expect(others.map(show)).toEqual([]);
  const importing = fileImports.filter(
    ({ from, target }) => PUBLISHED_CLIENT.test(target) && !PUBLISHED_CLIENT.test(from),
  );
  expect(importing.map(show)).toEqual([]);
});

test("there are no barrels", () => {
  const passing = files.filter(
    (file) =>
      !isTest(file) &&
      // A page may be a component from elsewhere, and a package has one entry.
      !/^app\/.*\/page\.tsx$/.test(file) &&
      file !== CLIENT_ENTRY &&
      /^export (\*|type \{|\{)[^;]*\bfrom\b/m.test(readFileSync(file, "utf8")),
  );
  const indexes = files.filter((file) => /(^|\/)index\.tsx?$/.test(file) && file !== CLIENT_ENTRY);
  expect([...passing, ...indexes]).toEqual([]);
});

/** Finds an import cycle, such as `a → b → a`; null if there is none. */
function cycleIn(edges: [from: string, to: string][]): string | null {
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const finished = new Set<string>();
  const visit = (one: string, path: string[]): string | null => {
    if (path.includes(one)) return [...path.slice(path.indexOf(one)), one].join(" → ");
    if (finished.has(one)) return null;
    for (const next of targets.get(one) ?? []) {
      const cycle = visit(next, [...path, one]);
      if (cycle) return cycle;
    }
    finished.add(one);
    return null;
  };
  for (const one of targets.keys()) {
    const cycle = visit(one, []);
    if (cycle) return cycle;
  }
  return null;
}

test("files import each other without cycles", () => {
  expect(cycleIn(fileImports.map(({ from, target }) => [from, target]))).toBeNull();
});

const subjectOf = (file: string) => /^lib\/domain\/([^/]+)\//.exec(file)?.[1];

test("the subjects of the domain import each other without cycles", () => {
  const edges = fileImports.flatMap(({ from, target }): [string, string][] => {
    const [one, other] = [subjectOf(from), subjectOf(target)];
    return one && other && one !== other ? [[one, other]] : [];
  });
  expect(new Set(edges.map(([from]) => from)).size).toBeGreaterThan(10);
  expect(cycleIn(edges)).toBeNull();
  expect(cycleIn([...edges, ["audit", "cards"]])).toContain("audit → cards");
});
