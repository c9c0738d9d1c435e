import { z } from "zod";

export type Json = Record<string, unknown>;
/** The named schemas of a document, collected during conversion. */
export type Schemas = Record<string, Json>;

/** Converts a schema to JSON Schema. Named schemas move to the document's components. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Schemas): Json {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  const {
    $schema: _,
    $defs,
    ...rest
  }: Json = JSON.parse(JSON.stringify(converted).replaceAll("#/$defs/", "#/components/schemas/"));
  Object.assign(schemas, $defs);
  return rest;
}

const EXAMPLES: Record<string, unknown> = {
  uuid: "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e",
  email: "ada@example.com",
  date: "2031-01-31",
  "date-time": "2026-01-31T09:30:00.000Z",
  integer: 1,
  number: 1,
  string: "text",
  boolean: true,
  null: null,
};

/** An example value for a JSON Schema, from the schema's own examples if it has any. */
export function exampleOf(schema: Json, schemas: Schemas): unknown {
  const { $ref, example, enum: values, const: constant, anyOf, type, items, properties } = schema;
  if (example !== undefined) return example;
  if (constant !== undefined) return constant;
  if (typeof $ref === "string")
    return exampleOf(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], schemas);
  if (type === "array") return [exampleOf((items ?? {}) as Json, schemas)];
  if (type === "object") {
    return Object.fromEntries(
      Object.entries((properties ?? {}) as Schemas).map(([name, property]) => [
        name,
        exampleOf(property, schemas),
      ]),
    );
  }
  return EXAMPLES[String(schema.format)] ?? EXAMPLES[String(type)] ?? null;
}
