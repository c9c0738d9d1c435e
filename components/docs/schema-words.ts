import { resolved, type Schema } from "./reference";

type Schemas = Record<string, Schema>;

/** What a value is, in a few words: "string (uuid) or null", "list of objects". */
export function typeWords(given: Schema, schemas: Schemas): string {
  const schema = resolved(given, schemas);
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeWords({ ...schema, type }, schemas)).join(" or ");
  }
  if (schema.anyOf) return schema.anyOf.map((one) => typeWords(one, schemas)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return "one of";
  if (schema.type === "array") {
    const items = resolved(schema.items ?? {}, schemas);
    return items.type === "object" ? "list of objects" : `list of ${pluralOf(items, schemas)}`;
  }
  const name = schema.type ? (names[schema.type] ?? schema.type) : "anything";
  return schema.format && schema.type === "string" ? `${name} (${schema.format})` : name;
}

const names: Record<string, string> = { integer: "whole number", boolean: "true or false" };

const pluralOf = (schema: Schema, schemas: Schemas) =>
  schema.enum ? "these" : `${typeWords(schema, schemas)}s`;

/** The values that a field may have, where they are few and known. */
export function choicesOf(given: Schema, schemas: Schemas): unknown[] {
  const schema = resolved(given, schemas);
  if (schema.enum) return schema.enum;
  if (schema.anyOf) return schema.anyOf.flatMap((one) => choicesOf(one, schemas));
  return schema.type === "array" ? choicesOf(schema.items ?? {}, schemas) : [];
}

const number = new Intl.NumberFormat("en-US");

/** What holds for a value beyond its type: "1 to 500 characters", "20 unless given". */
export function constraintsOf(given: Schema, schemas: Schemas): string[] {
  const schema = resolved(given, schemas);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const largest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    span(minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum, largest, ""),
    span(minLength, maxLength, " characters"),
    span(minItems, maxItems, " items"),
    schema.default === undefined ? null : `${JSON.stringify(schema.default)} unless given`,
  ].filter((words) => words !== null);
}

function span(from: number | undefined, to: number | undefined, unit: string): string | null {
  if (from !== undefined && to !== undefined) {
    return `${number.format(from)} to ${number.format(to)}${unit}`;
  }
  if (from !== undefined) return `at least ${number.format(from)}${unit}`;
  return to === undefined ? null : `at most ${number.format(to)}${unit}`;
}

/** The object behind a field: itself, what it may be beside null, or what a list is made of. */
export function objectIn(given: Schema, schemas: Schemas): Schema | null {
  const schema = resolved(given, schemas);
  if (schema.type === "object") return schema;
  if (schema.type === "array") return objectIn(schema.items ?? {}, schemas);
  for (const one of schema.anyOf ?? []) {
    const found = objectIn(one, schemas);
    if (found) return found;
  }
  return null;
}
