import fc from "fast-check";
import { ABSENT_ID, UNREACHABLE_URL } from "@/lib/testing/api/calls";
import type { Answer } from "../support/client";

type Json = Answer["body"];

/** A request as it is sent, except for the key. `path` is relative to /api/v1, with its query. */
export type FuzzRequest = {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  key: "A" | "B" | "wrong" | "none";
};

/** One operation of the OpenAPI document. */
export type Target = {
  name: string;
  method: string;
  path: string;
  spec: Json;
  /** A call that succeeds, at least the first time. `ids` are the path parameters, in order. */
  valid: { ids: string[]; query: string; body: Record<string, unknown> | undefined };
};

const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "\ud800",
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "../..",
  "%",
  "ｘ",
  "\u202e",
  "-1",
  "1e999",
  "null",
  "x".repeat(300),
  "x".repeat(5_000),
];
const HOSTILE_NUMBERS = [0, -1, 1, 5.5, 100, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308];
const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: "binary" }));
const hostile = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...HOSTILE_NUMBERS, null, true, [], {}, [[[[]]]], { $gt: 0 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const FORMATS: Record<string, string[]> = {
  uuid: [ABSENT_ID, ABSENT_ID.toUpperCase()],
  email: ["ada@example.com", "ADA@EXAMPLE.COM", "a@b"],
  date: ["2031-01-31", "2031-02-30", "0000-00-00"],
  "date-time": ["2026-01-31T09:30:00.000Z", "2026-13-31T09:30:00.000Z"],
};

/** Values of a schema of the document, mostly of the right type, and sometimes of any. */
function valuesOf(document: Json, schema: Json, name = "", depth = 0): fc.Arbitrary<unknown> {
  const proper = properValues(document, schema, name, depth);
  return fc.oneof({ weight: 7, arbitrary: proper }, { weight: 1, arbitrary: hostile });
}

function properValues(
  document: Json,
  schema: Json,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, enum: values, const: constant, type, format } = schema ?? {};
  const inner = (one: Json, key = name) => valuesOf(document, one, key, depth + 1);
  if (depth > 6) return hostile;
  if ($ref) return inner(document.components.schemas[$ref.split("/").at(-1)]);
  if (anyOf ?? oneOf) return fc.oneof(...(anyOf ?? oneOf).map((one: Json) => inner(one)));
  if (values) return fc.constantFrom(...values);
  if (constant !== undefined) return fc.constant(constant);
  if (name === "url") return fc.constantFrom(UNREACHABLE_URL, "http://localhost", "file:///", "x");
  if (type === "string")
    return fc.oneof(fc.constantFrom(...(FORMATS[format] ?? ["USD", "text"])), hostileText);
  // Never the maximum itself: a batch of 50,000 cards would take the time of the other requests.
  if (type === "integer" || type === "number") {
    return fc.constantFrom(1, 2, (schema.maximum ?? 1e15) + 1, ...HOSTILE_NUMBERS);
  }
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array") return fc.array(inner(schema.items ?? {}), { maxLength: 4 });
  if (type === "object") return objectsOf(schema, inner);
  return hostile;
}

/** Objects with some of the fields, and sometimes an unknown one. */
function objectsOf(schema: Json, inner: (one: Json, key: string) => fc.Arbitrary<unknown>) {
  const fields = Object.entries<Json>(schema.properties ?? {});
  const known = fc.record(
    Object.fromEntries(fields.map(([name, property]) => [name, inner(property, name)])),
    { requiredKeys: [] },
  );
  const pairs = fc.dictionary(
    fc.oneof(fc.constantFrom("order", "a.b-c_D"), hostileText),
    inner(schema.additionalProperties ?? {}, "pair"),
    { maxKeys: schema.additionalProperties ? 25 : 0 },
  );
  const example = fc.constant(schema.example ?? {});
  const unknown = fc.dictionary(hostileText, hostile, { maxKeys: 1 });
  return fc
    .tuple(example, known, pairs, fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, unknown))
    .map((parts) => Object.assign({}, ...parts));
}

/** Bodies as text: valid JSON, often with changes, JSON of the operation's schema, or something else. */
function bodiesOf(
  document: Json,
  spec: Json,
  valid: Target["valid"]["body"],
): fc.Arbitrary<string | undefined> {
  const media = spec.requestBody?.content["application/json"];
  if (!media) return fc.constant(undefined);
  const fields = fc.constantFrom(...Object.keys(valid ?? {}), "unknown");
  const almostValid = fc
    .tuple(fields, fc.oneof(fc.constant(undefined), hostile))
    .map(([field, value]) => JSON.stringify({ ...valid, [field]: value }));
  const examples = Object.values<Json>(media.examples).map(({ value }) => value);
  const changed = fc
    .tuple(fc.constantFrom(...examples), valuesOf(document, media.schema))
    .map(([example, value]) =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? { ...example, ...value }
        : value,
    );
  const text = fc
    .oneof(changed, valuesOf(document, media.schema))
    .map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(JSON.stringify(valid)) },
    { weight: 8, arbitrary: almostValid },
    { weight: 16, arbitrary: text },
    { weight: 1, arbitrary: text.map((whole) => whole.slice(0, -1)) },
    { weight: 1, arbitrary: text.map((whole) => whole + whole) },
    { weight: 1, arbitrary: fc.constantFrom("", "[".repeat(9_000), " ".repeat(70_000), "{}{}") },
  );
}

const idsLike = (id: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(id) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(ABSENT_ID, "", "x", "%zz", "%00", "..%2f", "a".repeat(999)),
    },
    { weight: 1, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  );

function queriesOf(spec: Json, valid: string): fc.Arbitrary<string> {
  const names = spec.parameters
    .filter((parameter: Json) => parameter.in === "query")
    .flatMap(({ name, style }: Json) =>
      style === "deepObject" ? ["[order]", "[]", "[a][b]", ""].map((key) => name + key) : [name],
    );
  const name = fc.oneof(fc.constantFrom(...names, "limit", "unknown"), hostileText);
  const value = fc.oneof(fc.constantFrom("1", "100", "USD", "active", ABSENT_ID), hostileText);
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(valid) },
    {
      weight: 2,
      arbitrary: pairs.map((list) =>
        list
          .map((pair) => pair.map((one) => encodeURIComponent(one.toWellFormed())).join("="))
          .join("&"),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom("%zz", "limit=%ff", "a=1&a=2", "&&&", "=") },
  );
}

const sometimes = (name: string, ...values: string[]) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...values).map((value) => ({ [name]: value })) },
  );

const headers = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constant({ "Content-Type": "application/json" }) },
      fc.constantFrom({ "Content-Type": "text/plain" }, { "Content-Type": "a/b;;=" }),
    ),
    sometimes("Scrip-Shape", "A", "B", "C", "", "a", "A, B"),
    sometimes("Idempotency-Key", "key-1", "key-2", "", " ", "x".repeat(256), "caf\u00e9"),
    sometimes("Scrip-Consumer", "", "Bearer", "Bearer x", "Basic eDp5", "\u00e9"),
    sometimes("Accept", "text/html", "", "*/*;q=2"),
  )
  .map((parts): Record<string, string> => Object.assign({}, ...parts));

/** Fills the path parameters, in order, and appends the query. */
function filled(path: string, ids: readonly string[], query: string): string {
  let index = 0;
  return path.replace(/\{\w+\}/g, () => ids[index++] ?? "") + (query && `?${query}`);
}

/** The call that succeeds, in each shape. */
export const validRequestsTo = ({ name, method, path, valid }: Target): FuzzRequest[] =>
  (["A", "B"] as const).map((key) => ({
    name,
    method,
    key,
    path: filled(path, valid.ids, valid.query),
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(valid.body),
  }));

/** Requests to one operation. Most are wrong in some way; all must get a documented response. */
export function requestsTo(document: Json, target: Target): fc.Arbitrary<FuzzRequest> {
  const { name, method, path, spec, valid } = target;
  return fc.record({
    name: fc.constant(name),
    method: fc.constant(method),
    path: fc
      .tuple(fc.tuple(...valid.ids.map(idsLike)), queriesOf(spec, valid.query))
      .map(([ids, query]) => filled(path, ids, query)),
    headers,
    body: bodiesOf(document, spec, valid.body),
    key: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom("A" as const, "B" as const) },
      { weight: 1, arbitrary: fc.constantFrom("wrong" as const, "none" as const) },
    ),
  });
}
