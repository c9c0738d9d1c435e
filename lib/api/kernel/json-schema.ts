import { z } from "zod";

export type Json = Record<string, unknown>;
/** The named schemas of a document, collected during conversion. */
export type Schemas = Record<string, Json>;

/**
 * Converts a schema to JSON Schema. Named schemas move to the document's components. Requests refuse unknown
 * fields, responses can get new ones.
 */
export function jsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Schemas): Json {
  const converted = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      splitAlternatives(jsonSchema);
    },
  });
  const {
    $schema: _,
    $defs,
    ...rest
  }: Json = JSON.parse(JSON.stringify(converted).replaceAll("#/$defs/", "#/components/schemas/"));
  Object.assign(schemas, $defs);
  return rest;
}

/** Replaces the mark of `exactlyOne` by a `oneOf` with an object for each of its fields. */
function splitAlternatives(object: Json): void {
  const { exactlyOne, properties, required, example, ...rest } = object;
  if (!Array.isArray(exactlyOne)) return;
  for (const name of Object.keys(object)) delete object[name];
  object.oneOf = exactlyOne.map((field: string) => ({
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties as Schemas).filter(
        ([name]) => name === field || !exactlyOne.includes(name),
      ),
    ),
    required: [field, ...((required ?? []) as string[])],
  }));
  if (example !== undefined) object.example = example;
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
  const { $ref, example, enum: values, const: constant, type, items, properties } = schema;
  const choices = schema.anyOf ?? schema.oneOf;
  if (example !== undefined) return example;
  if (constant !== undefined) return constant;
  if (typeof $ref === "string")
    return exampleOf(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(choices)) return exampleOf(choices[0], schemas);
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
