import { readdirSync, readFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { BUILT_PATTERN, type Import, importsOf, sourceFiles } from "./sources";

// From top to bottom: a file may import from its own layer and the layers below.
const LAYERS: [name: string, files: RegExp][] = [
  ["entry points", /^(lib\/(server|cli|demo|release)\/|clients\/|[^/]+$)/],
  ["pages and routes", /^(app|components)\//],
  ["http", /^lib\/http\//],
  ["contract", /^lib\/contract\//],
  [
    "domains",
    /^lib\/(cards|holds|store-credit|transfers|gifts|till|passes|batches|webhooks|history|customers|consumers|merchants|platforms|fx|reports|test-clock)\//,
  ],
  ["ledger, outbox, audit log, limits, sessions", /^lib\/(ledger|outbox|audit|limits|sessions)\//],
  ["database", /^lib\/db\//],
  ["common ground", /^lib\/(i18n\/)?[^/]+\.ts$/],
];

const CLIENT_ENTRY = "clients/typescript/src/index.ts";
/** The client that other programs install. It knows the API alone. */
const PUBLISHED_CLIENT = /^clients\/typescript\//;
const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$/.test(file) || /^(e2e|lib\/testing)\//.test(file);
const layerOf = (file: string) => LAYERS.findIndex(([, files]) => files.test(file));
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

test("every file belongs to a layer", () => {
  const product = files.filter((file) => !isTest(file) && !file.startsWith("drizzle/"));
  expect(product.filter((file) => layerOf(file) === -1)).toEqual([]);
});

test("imports point only down", () => {
  const upward = fileImports.filter(({ from, target }) => layerOf(target) < layerOf(from));
  expect(upward.map(show)).toEqual([]);
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

const folderOf = (file: string) => /^lib\/([^/]+)\//.exec(file)?.[1];

test("the folders of lib import each other without cycles", () => {
  const edges = fileImports.flatMap(({ from, target }): [string, string][] => {
    const [one, other] = [folderOf(from), folderOf(target)];
    return one && other && one !== other ? [[one, other]] : [];
  });
  expect(new Set(edges.map(([from]) => from)).size).toBeGreaterThan(10);
  expect(cycleIn(edges)).toBeNull();
  expect(cycleIn([...edges, ["db", "cards"]])).toContain("db → cards");
});
