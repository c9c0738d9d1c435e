import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { sourceFiles } from "./sources";

test("no rule is switched off for a line", () => {
  // Split, so that this file does not match itself.
  const marks = new RegExp(["biome", "ignore|@ts", "(ignore|nocheck|expect)"].join("-"));
  const marked = sourceFiles().filter((file) => marks.test(readFileSync(file, "utf8")));
  expect(marked).toEqual([]);
});

/** How often a file spreads an object or array that is written there: its members can be written without. */
function countSpreadLiterals(file: string): number {
  const text = readFileSync(file, "utf8");
  if (!/\.\.\.[[{]/.test(text)) return 0;
  let count = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && node.type === "SpreadElement" && "argument" in node) {
      const { type } = node.argument as { type: string };
      if (type === "ObjectExpression" || type === "ArrayExpression") count++;
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return count;
}

test("no literal is spread into another only to be formatted in fewer lines", () => {
  expect(sourceFiles().filter((file) => countSpreadLiterals(file) > 0)).toEqual([]);
});
