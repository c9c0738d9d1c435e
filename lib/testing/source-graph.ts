import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { importsOf } from "./sources";

/** A node of a syntax tree. */
export type Node = { type: string; [key: string]: unknown };

/** A function or constant at the top of a file. */
export type Declaration = {
  file: string;
  name: string;
  isExported: boolean;
  node: Node;
  /** What the names in it stand for: imports and declarations at the top of its file, each as `file#name`. */
  refersTo: (within?: Node) => Set<string>;
};

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

export const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? node.value) : "";

/** The parts of a node, without the names of members and properties. */
const partsOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) => {
    const isLabel = (key === "key" || key === "property") && node.computed === false;
    return isLabel ? [] : (Array.isArray(value) ? value : [value]).filter(isNode);
  });

/** A node and all below it. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const part of partsOf(node)) yield* nodesIn(part);
}

/** The names in a node, but for the parameters and variables of functions in it. */
function* freeNamesIn(node: Node, bound: ReadonlySet<string> = new Set()): Generator<string> {
  if (node.type === "Identifier" && !bound.has(nameOf(node))) yield nameOf(node);
  const inner = node.params ? new Set([...bound, ...boundIn(node)]) : bound;
  for (const part of partsOf(node)) yield* freeNamesIn(part, inner);
}

/** The parameters and variables of a function, and of those in it. */
function boundIn(node: Node): string[] {
  const patterns = [...nodesIn(node)].flatMap(({ type, params, id }) =>
    [params, type === "VariableDeclarator" ? id : undefined].flat().filter(isNode),
  );
  return patterns.flatMap((pattern) => [...nodesIn(pattern)].map(nameOf));
}

/** The functions and constants at the top of a file. */
export function declarationsIn(file: string): Declaration[] {
  const body = parseSync(file, readFileSync(file, "utf8")).program.body as unknown as Node[];
  const names = importedIn(file, body);
  const declared = body.flatMap((statement) => {
    const isExported = statement.type === "ExportNamedDeclaration";
    const declaration = isExported ? statement.declaration : statement;
    const all = isNode(declaration) ? (declaration.declarations ?? [declaration]) : [];
    return (all as Node[]).flatMap(({ id, init, ...rest }) => {
      const node = isNode(init) ? init : (rest as Node);
      return isNode(id) ? [{ file, name: nameOf(id), isExported, node }] : [];
    });
  });
  for (const { name } of declared) names.set(name, `${file}#${name}`);
  return declared.map((one) => ({
    ...one,
    refersTo: (within = one.node) =>
      new Set([...freeNamesIn(within)].flatMap((name) => names.get(name) ?? [])),
  }));
}

/** What a file imports, by the name that it has there. */
function importedIn(file: string, body: Node[]): Map<string, string> {
  const targets = new Map(importsOf(file).map(({ specifier, target }) => [specifier, target]));
  const names = new Map<string, string>();
  for (const { type, source, specifiers } of body) {
    if (type !== "ImportDeclaration") continue;
    for (const { local, imported } of specifiers as Node[])
      names.set(nameOf(local), `${targets.get(nameOf(source))}#${nameOf(imported)}`);
  }
  return names;
}
