import { readFileSync } from "node:fs";
import { analyse } from "scslre";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { sourceFiles } from "@/lib/testing/sources";

const isProduct = (file: string) =>
  /^(app|components|lib|clients)\/|^[^/]+$/.test(file) &&
  !/\.test\.tsx?$|^lib\/testing\//.test(file);

type Literal = { place: string; source: string; flags: string };

/** The regular expressions written in a file. */
function literalsIn(file: string): Literal[] {
  const found: Literal[] = [];
  const text = readFileSync(file, "utf8");
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && "start" in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      const line = text.slice(0, Number(node.start)).split("\n").length;
      found.push({ place: `${file}:${line}`, source: pattern, flags });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

const isSlow = ({ source, flags }: Pick<Literal, "source" | "flags">): boolean =>
  analyse({ source, flags }).reports.length > 0;

const files = sourceFiles().filter(isProduct);

test("no regular expression takes time that grows faster than its input", () => {
  const literals = files.flatMap(literalsIn);
  expect(literals.length).toBeGreaterThan(200);
  const slow = literals.filter(isSlow);
  expect(slow.map(({ place, source }) => `${place} /${source}/`)).toEqual([]);
});

test.each([
  ["each start runs to the end", "\\{[^}]*\\}", "g"],
  ["two parts share characters", "^\\w+\\d+$", ""],
  ["a repeated part repeats itself", "^(\\d+ ?)+$", ""],
])("the check finds it when %s", (_, source, flags) => {
  expect(isSlow({ source, flags })).toBe(true);
});

/** Files that build one, of parts that nobody outside can choose or that are escaped. */
const BUILDERS = [
  "lib/domain/api-keys/format.ts",
  "lib/domain/batches/import/dates.ts",
  "lib/domain/batches/import/heading-words.ts",
  "lib/domain/fx/parse.ts",
  "lib/domain/shops/http-call.ts",
  "lib/release/changelog.mjs",
];

test("regular expressions are literals, which the check can see", () => {
  const building = files.filter((file) => /\bRegExp\(/.test(readFileSync(file, "utf8")));
  expect(building).toEqual(BUILDERS);
});

/** Files that read the headers of responses, or that hand request headers on. */
const OTHER_HEADERS = [
  "app/session.ts",
  "app/wallet/wallet-session.ts",
  "components/kit/webhooks/samples.ts",
  "lib/api/kernel/observe.ts",
  "lib/base/request-headers.ts",
  "lib/cli/api.ts",
  "lib/domain/shops/http-call.ts",
];

test("request headers are read cut to their limits", () => {
  const server = files.filter((file) => !file.startsWith("clients/"));
  const reading = server.filter((file) =>
    /\b[Hh]eaders(\(\)\))?\.get\(/.test(readFileSync(file, "utf8")),
  );
  expect(reading.filter((file) => !OTHER_HEADERS.includes(file))).toEqual([]);
});
