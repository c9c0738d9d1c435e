import { expect, test } from "vitest";
import { importsOf, sourceFiles } from "@/lib/testing/sources";
import config from "@/next.config";

const READING_PAGES = sourceFiles().filter(
  (file) =>
    file.startsWith("app/") &&
    importsOf(file).some(({ target }) => target === "app/first-data.tsx") &&
    file.endsWith("/page.tsx"),
);

/** The URL of a page's file, such as `/settings/audit-log`. */
const routeOf = (file: string): string =>
  file.slice("app".length, -"/page.tsx".length).replace(/\/\([^/]+\)/g, "");

/** The files that a serverless host has for a route. Each key of the list ends with `**`. */
const filesFor = (route: string): string[] =>
  Object.entries(config.outputFileTracingIncludes ?? {}).flatMap(([key, files]) =>
    route.startsWith(key.slice(0, -"**".length)) ? files : [],
  );

test("on a serverless host, pages that read their first data have the files that the first read compares with the database", () => {
  const routes = READING_PAGES.map(routeOf);
  expect(routes).toEqual(expect.arrayContaining(["/cards", "/overview", "/settings/audit-log"]));
  const compared = ["./drizzle/*.sql", "./lib/ledger/**/*.sql"];
  expect(
    routes.filter((route) => !compared.every((file) => filesFor(route).includes(file))),
  ).toEqual([]);
});
