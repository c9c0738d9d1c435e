import { expect, test } from "vitest";
import { bugs } from "@/e2e/faults/bugs.mjs";
import { staleReasons } from "@/e2e/mutants/mutant.mjs";
import { mutants } from "@/e2e/mutants/mutants.mjs";

test("every mutant finds the text that it replaces exactly once, and its tests", () => {
  expect(staleReasons(mutants)).toEqual([]);
});

test("every deliberate bug of npm run faults finds the text that it replaces", () => {
  expect(staleReasons(bugs.map(({ bug }) => bug))).toEqual([]);
});
