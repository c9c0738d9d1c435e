import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./testing/sources";

const LONGEST_FILE_LINES = 300;

test("no file that people write is longer than 300 lines", () => {
  const long = sourceFiles()
    .filter((file) => !/^clients\/typescript\/src\/shape-[ab]\.ts$/.test(file))
    .map((file) => [file, readFileSync(file, "utf8").split("\n").length] as const)
    .filter(([, lines]) => lines > LONGEST_FILE_LINES + 1);
  expect(long).toEqual([]);
});

test("no rule is switched off for a line", () => {
  // Split, so that this file does not match itself.
  const marks = new RegExp(["biome", "ignore|@ts", "(ignore|nocheck|expect)"].join("-"));
  const marked = sourceFiles().filter((file) => marks.test(readFileSync(file, "utf8")));
  expect(marked).toEqual([]);
});
