import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { API_SCOPES } from "@/lib/base/roles";
import { operationsIn } from "@/lib/testing/requests";
import { translator } from "@/lib/testing/translator";
import { operationsWith } from "./leaked-keys";

const t = translator("docs");

test("what a leaked key can do lists every operation that needs a scope, once", async () => {
  const expected = (await operationsIn("/api/v1"))
    .filter(({ spec }) => spec.scope !== null && spec.scope !== "any")
    .map(({ name }) => name.replace(/\[(\w+)\]/g, "{$1}"));
  const listed = API_SCOPES.filter((scope) => scope !== "codes:read")
    .flatMap((scope) => operationsWith(t, scope))
    .filter((name) => !name.includes("(together with"))
    .map((name) => name.replace(/ \(.*/, ""));
  expect(listed.sort()).toEqual(expected.sort());
  for (const scope of API_SCOPES) {
    expect(operationsWith(t, scope).length, scope).toBeGreaterThan(0);
    expect(t(`leakedKeys.scopes.${scope}`)).toMatch(/\.$/);
  }
});

test("the table says what a claim without the card's code needs besides its scope", () => {
  const claim = "POST /cards/{uuid}/claim";
  expect(operationsWith(t, "cards:write")).toContain(`${claim} (with the card's code)`);
  expect(operationsWith(t, "money:write")).toContain(`${claim} (together with cards:write)`);
});

test("the guide shows the table", () => {
  const guide = readFileSync("docs/guides/authentication.md", "utf8");
  expect(guide).toContain("## What a leaked key can do");
  expect(guide).toContain("{{leaked-keys}}");
});
