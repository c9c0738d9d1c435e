import { expect, test } from "vitest";
import { z } from "zod";
import { resource } from "@/lib/api/kernel/endpoint";
import { serve } from "@/lib/api/kernel/serve";
import { operationsIn } from "@/lib/testing/requests";

test("an operation takes no field that it doesn't know, in its query or its body", async () => {
  const operations = await operationsIn("/api");
  expect(operations.length).toBeGreaterThan(200);
  const loose = operations.flatMap(({ name, spec: { query, body } }) =>
    Object.entries({ query, A: body?.A, B: body?.B })
      .filter(([, schema]) => schema && !isStrict(schema))
      .map(([part]) => `${name} ${part}`),
  );
  expect(loose).toEqual([]);
});

test("a table's path leads to its operation, with parameters as they were sent", async () => {
  const seen: unknown[] = [];
  const table = {
    "/things": resource({ GET: async () => new Response("all") }),
    "/things/{id}": resource({
      POST: async (_, { params }) => {
        seen.push(await params);
        return new Response("one");
      },
    }),
    "/things/latest": resource({ GET: async () => new Response("latest") }),
  };
  const handlers = serve(table);
  const ask = async (method: "GET" | "POST" | "DELETE", ...path: string[]) => {
    const request = new Request(
      `http://localhost/api/x/${path.map(encodeURIComponent).join("/")}`,
      {
        method,
      },
    );
    const response = await handlers[method](request, { params: Promise.resolve({ path }) });
    return [response.status, response.ok ? await response.text() : response.headers.get("allow")];
  };
  expect(await ask("GET", "things")).toEqual([200, "all"]);
  expect(await ask("GET", "things", "latest")).toEqual([200, "latest"]);
  expect(await ask("POST", "things", "a/b %41")).toEqual([200, "one"]);
  expect(seen).toEqual([{ id: "a/b %41" }]);
  expect(await ask("DELETE", "things", "7")).toEqual([405, "POST, OPTIONS"]);
  expect(await ask("GET", "things", "7", "more")).toEqual([404, null]);
  expect(await ask("GET", "constructor")).toEqual([404, null]);
});

/** Whether an object schema, or each alternative of a union, rejects unknown fields. */
function isStrict(schema: z.ZodType): boolean {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return (json.anyOf ?? json.oneOf ?? [json]).every(
    (each) => typeof each === "object" && each.additionalProperties === false,
  );
}
