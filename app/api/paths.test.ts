import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "@/lib/api/kernel/endpoint";

const ROUTE_FILE_PATTERN = /^(?:v1|portal|wallet|till|dev)\/(?!\[\[|openapi).*\/route\.ts$/;

const folders = readdirSync("app/api", { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => ROUTE_FILE_PATTERN.test(file))
  .map((file) => file.replace("/route.ts", ""));

test("every private route that a page calls is among its paths", () => {
  const listed = readFileSync("app/api/paths.ts", "utf8").matchAll(
    /"(\/api\/[^"]+)":\s*typeof import\("\.\/([^"]+)\/route"\)/g,
  );
  const paths = new Map([...listed].map(([, path, folder]) => [folder, path]));
  const own = folders.filter((folder) => !folder.startsWith("v1/"));
  expect([...paths.keys()].sort()).toEqual(own.sort());
  for (const [folder, path] of paths) {
    expect(path).toBe(`/api/${folder?.replace(/\[(\w+)\]/g, "{$1}")}`);
  }
});

test("an operation takes no field that it doesn't know, in its query or its body", async () => {
  const loose: string[] = [];
  for (const folder of folders) {
    const methods: Record<string, Partial<Endpoint>> = await import(
      new URL(`./${folder}/route.ts`, import.meta.url).pathname
    );
    for (const [method, { spec }] of Object.entries(methods)) {
      const schemas = { query: spec?.query, A: spec?.body?.A, B: spec?.body?.B };
      for (const [part, schema] of Object.entries(schemas)) {
        if (schema && !isStrict(schema)) loose.push(`${method} ${folder} ${part}`);
      }
    }
  }
  expect(loose).toEqual([]);
});

/** Whether an object schema, or each alternative of a union, rejects unknown fields. */
function isStrict(schema: z.ZodType): boolean {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return (json.anyOf ?? json.oneOf ?? [json]).every(
    (each) => typeof each === "object" && each.additionalProperties === false,
  );
}
