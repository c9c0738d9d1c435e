import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./sources";

// `<subject>` and `*` stand for any name, `{a,b}` for both names.
const PATH_PATTERN =
  /(?<![\w@./$}-])(?:app|clients|components|deploy|docs|drizzle|e2e|lib)\/[\w.()[\]{},*<>/-]+/g;
const COMMENT_PATTERN = /\/\*(?:[^*]|\*(?!\/))*\*\/|(?:^|\s)(?:\/\/|--) .*$/gm;

/** The paths of this project that a text names, each without the punctuation after it. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(PATH_PATTERN)].map(([path]) => path.replace(/[.,)/]+$/, ""));

const expandBraces = (path: string): string[] => {
  const [braces, names] = /\{([^{}]*)\}/.exec(path) ?? [];
  if (braces === undefined || names === undefined) return [path];
  return names.split(",").flatMap((name) => expandBraces(path.replace(braces, name)));
};

/** The entries of a folder that a segment of a path stands for. */
function entriesIn(folder: string, segment: string): string[] {
  if (!statSync(folder).isDirectory()) return [];
  if (!/[*<]/.test(segment)) return existsSync(join(folder, segment)) ? [segment] : [];
  const [start = "", end = ""] = segment.split(/\*+|<\w+>/);
  return readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith(end));
}

const isThere = (path: string): boolean =>
  path
    .split("/")
    .reduce(
      (folders, segment) =>
        folders.flatMap((folder) => entriesIn(folder, segment).map((entry) => join(folder, entry))),
      ["."],
    ).length > 0;

/** The paths in a text that lead nowhere. A module is also named without its extension. */
const missingIn = (text: string): string[] =>
  pathsIn(text)
    .flatMap(expandBraces)
    .filter((path) => ![path, `${path})`, `${path}.ts`, `${path}.mjs`].some(isThere));

const filesIn = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(end))
    .map((file) => join(folder, file));
const read = (file: string) => readFileSync(file, "utf8");

test("every path in the README, CONTRIBUTING, the changelog and the guides exists", () => {
  const texts = [
    ...readdirSync(".").filter((file) => file.endsWith(".md")),
    ...filesIn("docs", ".md"),
  ];
  expect(texts).toContain("README.md");
  expect(texts.flatMap((file) => missingIn(read(file)).map((path) => [file, path]))).toEqual([]);
});

/** Code with paths as they are written in texts: `join("lib", "demo")` is lib/demo. */
const withJoined = (code: string) =>
  code.replace(/\bjoin\(("[^()]*")\)/g, (_, names: string) => names.replaceAll('", "', "/"));

test("every path in a comment or a string exists", () => {
  const files = [...sourceFiles(), ...filesIn("lib", ".sql"), ...filesIn("drizzle", ".sql")];
  // Tests also name files that they write.
  const textOf = (file: string) =>
    /^(e2e|lib\/testing)\/|\.test\.tsx?$/.test(file)
      ? (read(file).match(COMMENT_PATTERN) ?? []).join("\n")
      : withJoined(read(file));
  expect(files.flatMap((file) => missingIn(textOf(file)).map((path) => [file, path]))).toEqual([]);
});

test("a path that leads nowhere is found, whatever is around it", () => {
  expect(missingIn(withJoined('join("lib", "demo", "nowhere.png")'))).toEqual([
    "lib/demo/nowhere.png",
  ]);
  const text = `See \`lib/ledger/post/move.sql\`, (lib/demo/absent.ts), lib/{cli,nowhere}/scrip.mjs,
    app/api/portal/<subject>, docs/absent/*.md and app/(portal)/cards, not https://example.com/lib/absent.`;
  expect(missingIn(text)).toEqual([
    "lib/demo/absent.ts",
    "lib/nowhere/scrip.mjs",
    "docs/absent/*.md",
  ]);
});
