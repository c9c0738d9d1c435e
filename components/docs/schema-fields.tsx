import { InlineCode, TextWithCode } from "./prose";
import { resolveSchema, type Schema, type Schemas } from "./reference";

/** A request marks required fields, a response marks optional ones. */
type Side = "request" | "response";

type Props = { schema: Schema; schemas: Schemas; label: string; side: Side };

export function SchemaFields({ schema, schemas, label, side }: Props) {
  const object = objectIn(schema, schemas);
  const fields = Object.entries(object?.properties ?? {});
  if (fields.length === 0) return <p className="text-muted">An empty object.</p>;
  return (
    <ul aria-label={label} className="divide-y border-y">
      {fields.map(([name, field]) => (
        <Field
          key={name}
          name={name}
          schema={field}
          schemas={schemas}
          required={object?.required?.includes(name) ?? false}
          side={side}
        />
      ))}
    </ul>
  );
}

type FieldProps = Omit<Props, "label"> & { name: string; required: boolean };

export function Field({ name, schema, schemas, required, side }: FieldProps) {
  const inner = objectIn(schema, schemas);
  const choices = choicesOf(schema, schemas);
  const constraints = constraintsOf(resolveSchema(schema, schemas));
  const { description } = resolveSchema(schema, schemas);
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <span className="font-mono text-sm font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">{typeName(schema, schemas)}</span>
        {choices.length > 0 && (
          <span className="flex flex-wrap gap-1">
            {choices.map((choice) => (
              <InlineCode key={String(choice)}>{String(choice)}</InlineCode>
            ))}
          </span>
        )}
        {required && side === "request" && (
          <span className="text-xs font-medium text-attention">required</span>
        )}
        {!required && side === "response" && <span className="text-xs text-subtle">optional</span>}
      </p>
      {constraints && <p className="text-sm text-subtle first-letter:uppercase">{constraints}</p>}
      {description && (
        <p className="text-sm text-muted">
          <TextWithCode text={description} />
        </p>
      )}
      {inner && (
        <details open className="mt-2 ml-1 border-l-2 pl-3">
          <summary className="text-sm text-muted hover:text-ink">Fields of {name}</summary>
          <div className="mt-2">
            <SchemaFields
              schema={inner}
              schemas={schemas}
              label={`Fields of ${name}`}
              side={side}
            />
          </div>
        </details>
      )}
    </li>
  );
}

/** A short name for the type: "string (uuid) or null", "array of objects". */
function typeName(given: Schema, schemas: Schemas): string {
  const schema = resolveSchema(given, schemas);
  const alternatives =
    schema.anyOf ??
    (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : null);
  if (alternatives) return alternatives.map((one) => typeName(one, schemas)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return "one of";
  if (schema.type === "array") return `array of ${pluralName(schema.items ?? {}, schemas)}`;
  if (schema.additionalProperties) {
    return `object of ${pluralName(schema.additionalProperties, schemas)}`;
  }
  const format = schema.type === "string" && schema.format ? ` (${schema.format})` : "";
  return `${schema.type ?? "any"}${format}`;
}

const pluralName = (items: Schema, schemas: Schemas) =>
  resolveSchema(items, schemas).enum ? "these" : `${typeName(items, schemas)}s`;

/** The values a field can have, if they are listed. */
function choicesOf(given: Schema, schemas: Schemas): unknown[] {
  const { enum: choices, anyOf, items } = resolveSchema(given, schemas);
  if (choices) return choices;
  return (anyOf ?? (items ? [items] : [])).flatMap((one) => choicesOf(one, schemas));
}

const numberFormat = new Intl.NumberFormat("en-US");

/** The limits and default as text: "1 to 500 characters, default 20". */
function constraintsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, maxProperties } = schema;
  // Zod's int() sets these bounds. They only repeat that the value is an integer.
  const smallest = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const largest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    rangeText(smallest, largest, ""),
    rangeText(minLength, maxLength, " characters"),
    rangeText(minItems, maxItems, " items"),
    rangeText(undefined, maxProperties, " pairs"),
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

function rangeText(from: number | undefined, to: number | undefined, unit: string): string | null {
  if (from !== undefined && to !== undefined) {
    return `${numberFormat.format(from)} to ${numberFormat.format(to)}${unit}`;
  }
  if (from !== undefined) return `at least ${numberFormat.format(from)}${unit}`;
  return to === undefined ? null : `at most ${numberFormat.format(to)}${unit}`;
}

/** The object in a field: the field itself, one of its alternatives, or its array items. */
function objectIn(given: Schema, schemas: Schemas): Schema | null {
  const schema = resolveSchema(given, schemas);
  if (schema.type === "object") return schema.additionalProperties ? null : schema;
  for (const inner of schema.anyOf ?? (schema.items ? [schema.items] : [])) {
    const found = objectIn(inner, schemas);
    if (found) return found;
  }
  return null;
}
