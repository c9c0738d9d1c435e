import { readdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { routes } from "@/app/api/v1/routes";
import { REFUSALS } from "@/lib/errors";
import { type Answer, send } from "../support/client";
import { expectEach } from "./support/each";
import { allOperations, inShapes, type Operation, operations } from "./support/operations";

type Json = Answer["body"];

const fetchDocument = async (): Promise<Json> => (await send("/api/v1/openapi.json")).body;

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

/** Builds a parser from a schema of the document, including the schemas it references. */
const parserOf = (document: Json, schema: Json) =>
  z.fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
        "#/components/schemas/",
        "#/$defs/",
      ),
    ),
  );

const operationIn = (document: Json, { path, method }: Operation): Json =>
  document.paths[path][method.toLowerCase()];

/** Whether the operation writes, so that an Idempotency-Key prevents repeating it. */
const isReplayable = ({ method, spec }: Operation) =>
  method === "POST" && !spec.scope?.endsWith(":read");

test("the document is served to anybody, as OpenAPI 3.1 of version 1.0.0", async () => {
  const answer = await send("/api/v1/openapi.json");

  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  for (const encoding of ["br", "gzip"]) {
    const headers = { "Accept-Encoding": encoding };
    const compressed = await send("/api/v1/openapi.json", { headers });
    expect(compressed.headers.get("content-encoding")).toBe(encoding);
    expect(compressed.body).toEqual(answer.body);
  }
  const headers = { "If-None-Match": answer.headers.get("etag") ?? "" };
  expect((await send("/api/v1/openapi.json", { headers })).status).toBe(304);
  expect(answer.body.openapi).toMatch(/^3\.1\.\d+$/);
  expect(answer.body.info).toMatchObject({ title: "Scrip", version: "1.0.0" });
  expect(answer.body.servers).toEqual([{ url: "/api/v1" }]);
  expect(Object.keys(answer.body).sort()).toEqual(
    ["openapi", "info", "servers", "security", "tags", "paths", "webhooks", "components"].sort(),
  );
});

test("the document has every operation, and no other", async () => {
  const { paths } = await fetchDocument();
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

test("every $ref resolves, and every named schema is used", async () => {
  const document = await fetchDocument();
  const refs = [...walk(document)].filter(([path]) => path.endsWith("/$ref"));
  expect(refs.length).toBeGreaterThan(operations.length);
  for (const [path, ref] of refs)
    expect(resolveRef(document, ref), `${path}: ${ref}`).toBeDefined();

  const used = new Set(refs.map(([, ref]) => ref));
  for (const name of Object.keys(document.components.schemas)) {
    expect(used, name).toContain(`#/components/schemas/${name}`);
  }
});

test("operations have unique ids, summaries, declared tags and their parameters", async () => {
  const document = await fetchDocument();
  const ids = operations.map((operation) => operationIn(document, operation).operationId);
  expect(new Set(ids).size).toBe(operations.length);
  const tags = document.tags.map(({ name }: { name: string }) => name);

  for (const operation of operations) {
    const { operationId, summary, parameters, ...described } = operationIn(document, operation);
    expect(operationId).toMatch(/^[a-zA-Z]+$/);
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
});

test("every operation lists its refusals, by status", async () => {
  const document = await fetchDocument();
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

test("the refusals of the spec are listed by its operations", async () => {
  const document = await fetchDocument();
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

test("every example matches its schema", async () => {
  const document = await fetchDocument();
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

test("every operation has valid request and response examples of both shapes", async () => {
  const document = await fetchDocument();
  await expectEach(inShapes(operations), async ({ operation, shape }) => {
    const { requestBody, responses } = operationIn(document, operation);
    const success = responses[String(operation.spec.status ?? 200)].content["application/json"];
    const exampleIn = (media: Json) =>
      (media.examples[`Shape ${shape}`] ?? media.examples.example).value;
    operation.spec.reply[shape].schema.parse(exampleIn(success));
    if (!operation.spec.body) return;
    operation.spec.body[shape].parse(exampleIn(requestBody.content["application/json"]));
  });
});
