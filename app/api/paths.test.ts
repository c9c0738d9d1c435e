import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROUTE = /^(?:v1|portal|wallet|dev)\/(?!\[\[|openapi).*\/route\.ts$/;

test("every route that answers JSON to a page is among its paths", () => {
  const routes = readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => ROUTE.test(file))
    .map((file) => file.replace("/route.ts", ""));
  const listed = readFileSync("app/api/paths.ts", "utf8").matchAll(
    /"(\/api\/[^"]+)":\s*typeof import\("\.\/([^"]+)\/route"\)/g,
  );
  const paths = new Map([...listed].map(([, path, folder]) => [folder, path]));
  expect([...paths.keys()].sort()).toEqual(routes.sort());
  for (const [folder, path] of paths) {
    expect(path).toBe(`/api/${folder?.replace(/\[(\w+)\]/g, "{$1}")}`);
  }
});
