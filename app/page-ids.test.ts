import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { uuidInUrl, webhookIdInUrl } from "./page-ids";

const ID = "0197b5c1-7e2d-7a90-8c41-5d6e7f809a1b";

test.each([
  ["wh_0197b5c17e2d7a908c415d6e7f809a1b", ID],
  [ID.toUpperCase(), ID],
  [ID, ID],
  ["wh_0197", "wh_0197"],
  ["constructor", "constructor"],
])("a webhook's page at %s names it %s, as its queries and their refreshes do", (given, wanted) => {
  expect(webhookIdInUrl(given)).toBe(wanted);
});

test("a page at an ID in capitals names it as the API does; any other text stays as it is", () => {
  expect(uuidInUrl(ID.toUpperCase())).toBe(ID);
  expect(uuidInUrl("wh_0197b5c17e2d7a908c415d6e7f809a1b")).toMatch(/^wh_/);
});

test("every page with an ID in its URL takes it in its canonical form", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => join("app", file).replaceAll("\\", "/"))
    .filter((file) => /\[(id|uuid)\]\/([^[]*\/)?page\.tsx$/.test(file));
  expect(pages.length).toBeGreaterThan(5);
  const others = pages.filter((file) => !/\w+InUrl\(/.test(readFileSync(file, "utf8")));
  expect(others).toEqual([]);
});
