import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { openApi } from "@/lib/api/kernel/openapi";
import { SHAPES } from "@/lib/base/context";

const GENERATED = [
  "postman.json",
  "typescript/package.json",
  "typescript/src/shape-a.ts",
  "typescript/src/shape-b.ts",
];

test("what is generated for clients is of the current API. To update it, run npm run clients", () => {
  const folder = mkdtempSync(join(tmpdir(), "scrip-clients-"));
  try {
    execFileSync(process.execPath, ["clients/generate.mjs", folder], { stdio: "pipe" });
    for (const file of GENERATED) {
      const isCurrent =
        readFileSync(join(folder, file), "utf8") === readFileSync(join("clients", file), "utf8");
      expect(isCurrent, file).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(SHAPES)("Redocly finds nothing wrong with the document of shape %s", async (shape) => {
  const config = await createConfig({ extends: ["recommended"] });
  const problemsOf = (document: unknown) =>
    lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  const document = openApi(routes, shape);
  const problems = await problemsOf(document);
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect((await problemsOf({ ...document, tags: [{ name: "Cards" }] })).length).toBeGreaterThan(0);
});
