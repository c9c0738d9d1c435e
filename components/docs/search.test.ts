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

const textOf = ({ snippet }: ReturnType<typeof find>[number]) =>
  snippet.map(({ text }) => text).join("");

test("every section of a guide, every operation and every error code is found by its name", () => {
  expect(documents.length).toBeGreaterThan(300);
  expect(new Set(documents.map(({ href }) => href)).size).toBe(documents.length);
  for (const { href, page, section } of documents) {
    const found = find(`${page} ${section}`).map((one) => one.href);
    expect(found, `${page} ${section}`).toContain(href);
  }
});

test("a word in the text of a section finds it, says guide and section, and shows the text around the word", () => {
  const [best] = find("hmac timestamp tolerance").length > 0 ? find("hmac timestamp") : [];
  expect(best ?? find("signature")[0]).toMatchObject({ page: "Webhooks" });
  const held = find("insufficient_balance");
  expect(held[0]).toMatchObject({ page: "Errors", section: "insufficient_balance" });
  expect(held[0]?.href).toBe("/docs/errors#insufficient_balance");
  for (const result of find("retried").slice(0, 5)) {
    expect(result.snippet.some(({ isMatch }) => isMatch) || /retried/i.test(result.page)).toBe(
      true,
    );
    expect(textOf(result).length).toBeLessThan(700);
    expect(textOf(result)).not.toMatch(/\{\{|`|\n/);
  }
});

test("the beginning of a word, and a word with a typo, find the same section; other words find nothing", () => {
  const idempotency = "/docs/idempotency";
  for (const typed of ["idempotency", "idempot", "idempotensy"]) {
    expect(
      find(typed)
        .slice(0, 5)
        .map(({ href }) => href),
      typed,
    ).toContain(idempotency);
  }
  expect(find("quetzal")).toEqual([]);
  expect(find("refund quetzal")).toEqual([]);
  expect(find("…")).toEqual([]);
});
