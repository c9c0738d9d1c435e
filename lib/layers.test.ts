import { readdirSync, readFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { type Import, importsOf, sourceFiles } from "./testing/sources";

// From top to bottom: a file may import from its own layer and from those below.
const LAYERS: [name: string, files: RegExp][] = [
  ["entry points", /^(lib\/(server|cli)\/|lib\/db\/seed\.ts$|[^/]+$)/],
  ["pages and routes", /^(app|components)\//],
  ["http", /^lib\/http\//],
  ["contract", /^lib\/contract\//],
  [
    "domains",
    /^lib\/(cards|store-credit|transfers|gifts|batches|webhooks|history|customers|consumers|merchants|platforms|fx|reports)\//,
  ],
  [
    "ledger, outbox, audit log, throttle, sessions",
    /^lib\/(ledger|outbox|audit|throttle|sessions)\//,
  ],
  ["database", /^lib\/db\//],
  ["common ground", /^lib\/[^/]+\.ts$/],
];

const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$/.test(file) || /^(e2e|lib\/testing)\//.test(file);
const layerOf = (file: string) => LAYERS.findIndex(([, files]) => files.test(file));
const isFile = ({ target }: Import) =>
  /\.(ts|tsx|mjs)$/.test(target) && !target.startsWith("node:");

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const ofProduct = imports.filter(({ from }) => !isTest(from));
const between = ofProduct.filter(isFile);
const show = ({ from, specifier }: Import) => `${from} imports ${specifier}`;

test("every source file is seen, and every import in it", async () => {
  const product = files.filter((file) => !isTest(file) && !file.startsWith("drizzle/"));
  const counted = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name),
    ),
  );
  expect(files.filter((file) => /^(app|components|lib)\//.test(file))).toHaveLength(counted.length);

  const { metafile } = await build({
    entryPoints: product.map((file, index) => ({ in: file, out: String(index) })),
    outdir: "unwritten",
    bundle: true,
    // Each file is bundled once, not again for whoever imports it.
    splitting: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    jsx: "automatic",
    loader: { ".css": "empty" },
    logLevel: "silent",
  });
  const seen = new Set(imports.map(({ from, target }) => `${from} ${target}`));
  const bundled = Object.entries(metafile.inputs).flatMap(([from, input]) =>
    input.imports
      .filter(({ path }) => path !== "react/jsx-runtime")
      .map(({ path }) => `${from} ${path}`),
  );
  expect(Object.keys(metafile.inputs)).toEqual(expect.arrayContaining(product));
  expect(bundled.length).toBeGreaterThan(product.length);
  expect(bundled.filter((found) => !seen.has(found))).toEqual([]);
});

test("every file belongs to a layer", () => {
  const lost = files.filter((file) => !isTest(file) && !file.startsWith("drizzle/"));
  expect(lost.filter((file) => layerOf(file) === -1)).toEqual([]);
});

test("imports point only down", () => {
  const upward = between.filter(({ from, target }) => layerOf(target) < layerOf(from));
  expect(upward.map(show)).toEqual([]);
});

test("components never import the database", () => {
  const reaching = between.filter(
    ({ from, target }) => from.startsWith("components/") && target.startsWith("lib/db/"),
  );
  expect(reaching.map(show)).toEqual([]);
});

test("lib knows Next only in lib/server", () => {
  const knowing = ofProduct.filter(
    ({ from, specifier }) =>
      /^lib\//.test(from) && !/^lib\/server\//.test(from) && /^next(\/|$)/.test(specifier),
  );
  expect(knowing.map(show)).toEqual([]);
});

test("the product does not import its tests", () => {
  expect(between.filter(({ target }) => isTest(target)).map(show)).toEqual([]);
});

test("there are no barrels", () => {
  const passing = files.filter(
    (file) =>
      !isTest(file) && /^export (\*|type \{|\{)[^;]*\bfrom\b/m.test(readFileSync(file, "utf8")),
  );
  const indexes = files.filter((file) => /(^|\/)index\.tsx?$/.test(file));
  expect([...passing, ...indexes]).toEqual([]);
});

test("there are no cycles", () => {
  const targets = new Map<string, Import[]>();
  for (const found of between) targets.set(found.from, [...(targets.get(found.from) ?? []), found]);
  const finished = new Set<string>();
  const visit = (file: string, path: string[]): string | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(" → ");
    if (finished.has(file)) return null;
    for (const { target } of targets.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle) return cycle;
    }
    finished.add(file);
    return null;
  };
  expect(files.map((file) => visit(file, [])).filter(Boolean)).toEqual([]);
});

// An entry point like `lib/cli`, though it is in the folder of the database.
const SEED = "lib/db/seed.ts";
const folderOf = (file: string) => (file === SEED ? undefined : /^lib\/([^/]+)\//.exec(file)?.[1]);

/** By folder, the folders that it imports from, each with the first such import. */
type FolderGraph = Map<string, Map<string, Import>>;

function graphOfFolders(found: Import[]): FolderGraph {
  const graph: FolderGraph = new Map();
  for (const one of found) {
    const [from, to] = [folderOf(one.from), folderOf(one.target)];
    if (!from || !to || from === to) continue;
    const targets = graph.get(from) ?? new Map<string, Import>();
    if (!targets.has(to)) targets.set(to, one);
    graph.set(from, targets);
  }
  return graph;
}

/** The shortest way along imports, both ends included. */
function pathBetween(graph: FolderGraph, start: string, end: string): string[] | undefined {
  const seen = new Set([start]);
  const paths = [[start]];
  // Breadth first: the list grows while it is read.
  for (const path of paths) {
    const last = path.at(-1)!;
    if (last === end) return path;
    for (const next of graph.get(last)?.keys() ?? []) {
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}

/** The shortest cycle through each edge that is part of one, with an import for each of its edges. */
function folderCycles(found: Import[]): string[] {
  const graph = graphOfFolders(found);
  const cycles = [...graph].flatMap(([from, targets]) =>
    [...targets.keys()].flatMap((to) => {
      const path = pathBetween(graph, to, from);
      if (!path) return [];
      // From its first folder by name on, so that each cycle is listed once.
      const first = path.indexOf([...path].sort()[0]!);
      const folders = [...path.slice(first), ...path.slice(0, first)];
      const edges = folders.map((folder, index) => {
        const next = folders[(index + 1) % folders.length]!;
        return show(graph.get(folder)!.get(next)!);
      });
      return `${[...folders, folders[0]].join(" → ")}: ${edges.join("; ")}`;
    }),
  );
  return [...new Set(cycles)].sort();
}

test("the folders of lib have no cycles", () => {
  expect(graphOfFolders(between).size).toBeGreaterThan(10);
  expect(folderCycles(between)).toEqual([]);
});

test("a cycle of folders is named, with an import for each edge", () => {
  const imported = (from: string, to: string): Import => ({
    from: `lib/${from}.ts`,
    specifier: `@/lib/${to}`,
    target: `lib/${to}.ts`,
  });
  const made = [
    imported("gifts/send", "cards/events"),
    imported("gifts/accept", "cards/code"),
    imported("cards/read", "history/list"),
    imported("history/details", "gifts/list"),
    imported("history/details", "history/list"),
    imported("cards/find", "db/client"),
    imported("db/seed", "cards/create"),
  ];
  expect(folderCycles(made)).toEqual([
    "cards → history → gifts → cards: lib/cards/read.ts imports @/lib/history/list; " +
      "lib/history/details.ts imports @/lib/gifts/list; lib/gifts/send.ts imports @/lib/cards/events",
  ]);
  expect(folderCycles(made.slice(1, 3))).toEqual([]);
});
