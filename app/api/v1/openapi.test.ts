import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { routes } from "@/app/api/v1/routes";
import type { Answer } from "@/e2e/support/client";
import { REFUSALS } from "@/lib/base/errors";
import { expectEach } from "@/lib/testing/api/each";
import { allOperations, type Operation, operations } from "@/lib/testing/api/operations";
import { send } from "@/lib/testing/api/send";
import { SHAPES, type Shape } from "@/lib/testing/api/shapes";

type Json = Answer["body"];

const fetched = new Map<Shape, Promise<Answer>>();
async function fetchDocument(shape: Shape): Promise<Json> {
  const asked = fetched.get(shape) ?? send(`/api/v1/openapi.json?shape=${shape}`);
  fetched.set(shape, asked);
  return (await asked).body;
}

/** A test of the document of each shape. */
const testInShapes = (
  title: string,
  check: (document: Json, shape: Shape) => Promise<void> | void,
) => {
  for (const shape of SHAPES) {
    test(`shape ${shape}: ${title}`, async () => check(await fetchDocument(shape), shape));
  }
};

/** Yields every value in a document with its path. */
function* walk(value: Json, path = "#"): Generator<[path: string, value: Json]> {
  yield [path, value];
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) yield* walk(inner, `${path}/${name}`);
}

const resolveRef = (document: Json, ref: string): Json =>
  ref
    .split("/")
    .slice(1)
    .reduce((inside, name) => inside?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], document);

const REF = /"#\/components\/schemas\/(\w+)"/g;

/** The named schemas that a schema refers to, directly or through another. */
function referredTo(document: Json, schema: Json, known: Record<string, Json> = {}) {
  for (const [, name = ""] of JSON.stringify(schema).matchAll(REF)) {
    if (name in known) continue;
    known[name] = document.components.schemas[name];
    referredTo(document, known[name], known);
  }
  return known;
}

/** Builds a parser from a schema of the document, with the schemas that it needs. */
const parserOf = (document: Json, schema: Json) => {
  const whole = { ...schema, $defs: referredTo(document, schema) };
  return z.fromJSONSchema(JSON.parse(JSON.stringify(whole).replace(REF, '"#/$defs/$1"')));
};

const operationIn = (document: Json, { path, method }: Operation): Json =>
  document.paths[path][method.toLowerCase()];

/** Whether the operation writes, so that an Idempotency-Key prevents repeating it. */
const isReplayable = ({ method, spec }: Operation) =>
  method === "POST" && !spec.scope?.endsWith(":read");

testInShapes("the document has every operation, and no other", ({ paths }) => {
  const described = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(allOperations.map(({ name }) => name).sort());
});

test("the list of routes is the folders, each with its file", () => {
  const folders = readdirSync("app/api/v1", { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /(^|\/)route\.tsx?$/.test(file))
    .map((file) => `/${file.replace(/\/?route\.tsx?$/, "").replace(/\[(\w+)\]/g, "{$1}")}`)
    .filter((path) => !["/openapi.json", "/[[...path]]"].includes(path));
  expect(folders.sort()).toEqual(Object.keys(routes).sort());
});

testInShapes("every $ref resolves, and every named schema is used", (document) => {
  const refs = [...walk(document)].filter(([path]) => path.endsWith("/$ref"));
  expect(refs.length).toBeGreaterThan(operations.length);
  expect(refs.filter(([, ref]) => resolveRef(document, ref) === undefined)).toEqual([]);

  const used = new Set(refs.map(([, ref]) => ref));
  const named = Object.keys(document.components.schemas);
  expect(named.filter((name) => !used.has(`#/components/schemas/${name}`))).toEqual([]);
});

testInShapes(
  "operations have unique ids, summaries, declared tags and their parameters",
  (document) => {
    const ids = operations.map((operation) => operationIn(document, operation).operationId);
    expect(new Set(ids).size).toBe(operations.length);
    const tags = document.tags.map(({ name }: { name: string }) => name);

    for (const operation of operations) {
      const { operationId, summary, parameters, ...described } = operationIn(document, operation);
      expect(operationId).toMatch(
        /^(create|get|list|update|delete|look|issue|send|replay|resend|move|provision|load|redeem|activate|claim|credit|debit|disable|freeze|unfreeze|replace|capture|release)[a-zA-Z]+$/,
      );
      expect(summary, operation.name).toMatch(/^[A-Z][^.]{3,34}$/);
      expect(tags).toEqual(expect.arrayContaining(described.tags));
      const inPath = parameters.filter(({ in: where }: Json) => where === "path");
      expect(inPath.map(({ name }: Json) => `{${name}}`)).toEqual(
        operation.path.match(/\{\w+\}/g) ?? [],
      );
      for (const parameter of parameters) {
        expect(parameter).toMatchObject({ name: expect.any(String), schema: expect.any(Object) });
        if (parameter.in === "path") expect(parameter.required).toBe(true);
      }
      const headers = parameters.filter(({ in: where }: Json) => where === "header");
      expect(headers.map(({ name }: Json) => name)).toEqual([
        "Scrip-Shape",
        ...(operation.spec.consumer === "token" ? ["Scrip-Consumer"] : []),
        ...(isReplayable(operation) ? ["Idempotency-Key"] : []),
      ]);
      const success = described.responses[String(operation.spec.status ?? 200)];
      expect("Idempotent-Replayed" in success.headers).toBe(isReplayable(operation));
      expect(Boolean(described.requestBody)).toBe(Boolean(operation.spec.body));
    }
  },
);

testInShapes("every operation lists its refusals, by status", (document) => {
  for (const operation of operations) {
    const { responses } = operationIn(document, operation);
    const always = ["unauthorized", "insufficient_scope", "invalid_request", "internal_error"];
    const ofBody = operation.spec.body ? ["payload_too_large", "unsupported_media_type"] : [];
    const ofKey = isReplayable(operation) ? ["idempotency_key_reused"] : [];
    const ofLimit = operation.spec.limit ? ["rate_limited"] : [];
    const own = operation.spec.refuses ?? [];
    for (const code of [...always, ...ofBody, ...ofKey, ...ofLimit, ...own]) {
      const [status] = Object.entries(REFUSALS).find(([name]) => name === code)?.[1] ?? [];
      const media = responses[String(status)]?.content["application/json"];
      expect(Object.keys(media?.examples ?? {}), `${operation.name}: ${code}`).toContain(code);
    }
    for (const [status, response] of Object.entries<Json>(responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(response.description, `${operation.name} ${status}`).toMatch(/./);
    }
    const successes = Object.keys(responses).filter((status) => status.startsWith("2"));
    const { status = 200, otherStatus } = operation.spec;
    expect(successes).toEqual([...(otherStatus ? [otherStatus.status] : []), status].map(String));
  }
});

testInShapes("the refusals of the spec are listed by its operations", (document) => {
  const required: [name: string, statuses: string[]][] = [
    ["GET /cards", ["400", "401", "429"]],
    ["POST /cards", ["400", "401", "429"]],
    ["GET /cards/{uuid}", ["401", "404", "429"]],
    ["POST /cards/{uuid}/activate", ["400", "401", "404", "409", "429"]],
    ["POST /cards/{uuid}/debit", ["400", "401", "404", "429"]],
    ["POST /cards/{uuid}/credit", ["400", "401", "404", "429"]],
    ["GET /cards/{uuid}/balance", ["401", "404", "429"]],
    ["POST /cards/{uuid}/disable", ["400", "401", "404", "409", "429"]],
    ["POST /cards/{uuid}/claim", ["400", "401", "404", "409", "429"]],
    ["GET /transactions", ["400", "401", "429"]],
    ["POST /store-credit", ["400", "401", "429"]],
    ["POST /webhooks", ["400", "401", "429"]],
    ["PATCH /webhooks/{id}", ["400", "401", "404", "429"]],
    ["DELETE /webhooks/{id}", ["401", "404", "429"]],
  ];
  for (const [name, statuses] of required) {
    const [method = "", path = ""] = name.split(" ");
    const { responses } = document.paths[path][method.toLowerCase()];
    expect(Object.keys(responses), name).toEqual(expect.arrayContaining(statuses));
  }
});

testInShapes("every example matches its schema", (document) => {
  let checked = 0;
  for (const [path, media] of walk(document.paths)) {
    if (!path.endsWith("/application/json")) continue;
    const parser = parserOf(document, media.schema);
    const examples = Object.entries<Json>(media.examples);
    expect(examples.length, path).toBeGreaterThan(0);
    for (const [name, { value }] of examples) {
      const { success, error } = parser.safeParse(value);
      expect(success, `${path} ${name}: ${error?.message}\n${JSON.stringify(value)}`).toBe(true);
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(operations.length * 2);
});

testInShapes("every operation has valid request and response examples", async (document, shape) => {
  await expectEach(operations, async (operation) => {
    const { requestBody, responses } = operationIn(document, operation);
    const success = responses[String(operation.spec.status ?? 200)].content["application/json"];
    operation.spec.reply[shape].schema.parse(success.examples.example.value);
    if (!operation.spec.body) return;
    const { examples } = requestBody.content["application/json"];
    operation.spec.body[shape].parse(examples.example.value);
  });
});

testInShapes(
  "requests refuse unknown fields, and responses and errors can get new ones",
  (document) => {
    const strict = [...walk(document)].filter(([path]) => path.endsWith("/additionalProperties"));
    const inRequests = strict.filter(([, value]) => value === false);
    expect(inRequests.length).toBeGreaterThan(10);
    for (const [path] of inRequests) expect(path).toContain("/requestBody/");
    const { error } = document.components.schemas.Error.properties;
    expect(parserOf(document, error).parse("a_code_of_the_future")).toBe("a_code_of_the_future");
    expect(document.components.schemas.ErrorCode.enum).toEqual(Object.keys(REFUSALS));
  },
);

testInShapes("exactly one of two fields is a oneOf", (document) => {
  const schemaOf = (path: string) =>
    parserOf(document, document.paths[path].post.requestBody.content["application/json"].schema);
  for (const path of ["/cards/load", "/cards/redeem"]) {
    const [code, cardUuid] = ["7KQM-2XWP-9RTB-HC4F", "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e"];
    const accepted = [{ code }, { cardUuid }, { code, cardUuid }, {}].map(
      (fields) => schemaOf(path).safeParse({ amountCents: 1, ...fields }).success,
    );
    expect(accepted, path).toEqual([true, true, false, false]);
  }
});

test("the documents say nothing of the other shape", async () => {
  const [a, b] = [await fetchDocument("A"), await fetchDocument("B")];
  expect(Object.keys(a.components.schemas.Card.properties)).toContain("balanceCents");
  expect(Object.keys(b.components.schemas.Card.properties)).toContain("balance_cents");
  for (const [document, other] of [
    [a, "B"],
    [b, "A"],
  ]) {
    const { description: _, ...withoutOverview } = document.info;
    const parts = JSON.stringify({ ...document, info: withoutOverview });
    expect(parts).not.toContain(`"enum":["${other}"]`);
    expect(Object.keys(document.components.schemas)).not.toContain("CardA");
  }
  expect((await send("/api/v1/openapi.json")).body).toEqual(a);
});
