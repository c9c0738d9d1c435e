import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { openApi } from "@/lib/api/kernel/openapi";
import { indexOf } from "./find-sections";
import type { Guide } from "./pages";
import { type Document, operationsOf } from "./reference";
import { searchDocuments } from "./search-documents";

const compileGuide = createRequire(import.meta.url)("./guide-loader.cjs");

async function guideOf(file: string): Promise<[string, Guide]> {
  const code: string = await compileGuide.call({ resourcePath: file }, readFileSync(file, "utf8"));
  const path = file.replace(/^docs\/(guides\/)?(.*)\.md$/, "$2");
  return [path, JSON.parse(code.replace(/^export default (.*);$/, "$1"))];
}

const files = ["docs/guides", "docs/operations"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`),
);
const guides = new Map(await Promise.all(files.map(guideOf)));
const documents = searchDocuments(guides, operationsOf(openApi(routes) as Document));
const find = indexOf(MiniSearch, documents);

test("every section of a guide, every operation and every error code is found by its name", () => {
  expect(documents.length).toBeGreaterThan(300);
  expect(new Set(documents.map(({ href }) => href)).size).toBe(documents.length);
  for (const { href, page, section } of documents) {
    const found = find(`${page} ${section}`).map((one) => one.href);
    expect(found, `${page} ${section}`).toContain(href);
  }
});

test("words in the text of a section find it, say guide and section, and are shown with the text around them", () => {
  const [best] = find("redirect counts as a failure");
  expect(best).toMatchObject({
    href: "/docs/webhooks#responses-and-retries",
    page: "Webhooks",
    section: "Responses and retries",
  });
  const shown = (best?.snippet ?? []).map(({ text, isMatch }) => (isMatch ? `<${text}>` : text));
  expect(shown.join("")).toMatch(/<[Rr]edirects?>/);
  for (const { snippet } of find("card")) {
    const text = snippet.map((part) => part.text).join("");
    expect(text).not.toMatch(/\{\{|`|\n/);
    expect(snippet.length).toBeLessThan(70);
  }
  expect(find("insufficient_balance")[0]).toMatchObject({
    href: "/docs/errors#insufficient_balance",
    page: "Errors",
    section: "insufficient_balance",
  });
});

test("the beginning of a word, another form of it and a typo find the same section; other words find nothing", () => {
  const idempotency = "/docs/idempotency";
  for (const typed of ["idempotency", "idempot", "idempotensy"]) {
    expect(
      find(typed)
        .slice(0, 5)
        .map(({ href }) => href),
      typed,
    ).toContain(idempotency);
  }
  expect(find("retry webhook")[0]).toMatchObject({ section: "Responses and retries" });
  expect(find("quetzal")).toEqual([]);
  expect(find("refund quetzal")).toEqual([]);
  expect(find("…")).toEqual([]);
});
