import { readFileSync } from "node:fs";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { sourceFiles } from "@/lib/testing/sources";
import { cx } from "./cx";

/** Every class in what is handed to cx(), cva() or a component. */
function classes(): string[] {
  const found = new Set<string>();
  for (const file of sourceFiles().filter((one) => /^(app|components)\/.*\.tsx?$/.test(one))) {
    const source = readFileSync(file, "utf8");
    const places = [
      ...source.matchAll(/\b(?:cx|cva)\(((?:[^()]|\([^()]*\))*)\)/g),
      ...source.matchAll(/<[A-Z][\w.]*\b[^>]*?className=("[^"]*"|\{`[^`]*`\})/g),
      ...source.matchAll(/Classes =\s*("[^"]*")/g),
    ];
    for (const [, place = ""] of places) {
      for (const [, text = ""] of place.matchAll(/["`]([^"`]*)["`]/g)) {
        for (const name of text.split(/\s+/)) if (/^[^${}]+$/.test(name)) found.add(name);
      }
    }
  }
  return [...found];
}

test("of two classes the one wins that wins by all of Tailwind's properties", () => {
  const names = classes();
  expect(names.length).toBeGreaterThan(200);
  const differing = names.flatMap((first) =>
    names
      .filter((second) => second !== first && cx(first, second) !== twMerge(first, second))
      .map((second) => `${first} ${second}`),
  );
  expect(differing).toEqual([]);
});
