import { useTranslations } from "next-intl";
import type { Translate } from "@/components/kit/locale/translate";
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { InlineCode, TextWithCode } from "./prose";
import { resolveSchema, type Schema, type Schemas } from "./reference";

/** A request marks required fields, a response marks optional ones. */
type Side = "request" | "response";

type Props = { schema: Schema; schemas: Schemas; label: string; side: Side };

export function SchemaFields({ schema, schemas, label, side }: Props) {
  const t = useTranslations("docs");
  const object = objectIn(schema, schemas);
  const fields = Object.entries(object?.properties ?? {});
  if (fields.length === 0) return <p className="text-muted">{t("fields.empty")}</p>;
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
  const t = useTranslations("docs");
  const inner = objectIn(schema, schemas);
  const choices = choicesOf(schema, schemas);
  const constraints = constraintsOf(t, resolveSchema(schema, schemas));
  const { description } = resolveSchema(schema, schemas);
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <span className="font-mono text-sm font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">{typeName(t, schema, schemas)}</span>
        {choices.length > 0 && (
          <span className="flex flex-wrap gap-1">
            {choices.map((choice) => (
              <InlineCode key={String(choice)}>{String(choice)}</InlineCode>
            ))}
          </span>
        )}
        {required && side === "request" && (
          <span className="text-xs font-medium text-attention">{t("fields.required")}</span>
        )}
        {!required && side === "response" && (
          <span className="text-xs text-subtle">{t("fields.optional")}</span>
        )}
      </p>
      {constraints && <p className="text-sm text-subtle first-letter:uppercase">{constraints}</p>}
      {description && (
        <p className="text-sm text-muted">
          <TextWithCode text={description} />
        </p>
      )}
      {inner && (
        <details open className="mt-2 ml-1 border-l-2 pl-3">
          <summary className="text-sm text-muted hover:text-ink">
            {t("fields.of", { name })}
          </summary>
          <div className="mt-2">
            <SchemaFields
              schema={inner}
              schemas={schemas}
              label={t("fields.of", { name })}
              side={side}
            />
          </div>
        </details>
      )}
    </li>
  );
}

const oneOfList = new Intl.ListFormat(DEFAULT_LOCALE, { type: "disjunction" });

/** A short name for the type: "string (uuid) or null", "array of objects". */
function typeName(t: Translate<"docs">, unresolved: Schema, schemas: Schemas): string {
  const schema = resolveSchema(unresolved, schemas);
  const alternatives =
    schema.anyOf ??
    (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : null);
  if (alternatives) return oneOfList.format(alternatives.map((one) => typeName(t, one, schemas)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return t("type.oneOf");
  if (schema.type === "array")
    return t("type.arrayOf", { items: pluralName(t, schema.items ?? {}, schemas) });
  if (schema.additionalProperties) {
    return t("type.objectOf", { items: pluralName(t, schema.additionalProperties, schemas) });
  }
  const format = schema.type === "string" && schema.format ? ` (${schema.format})` : "";
  return `${schema.type ?? "any"}${format}`;
}

const pluralName = (t: Translate<"docs">, items: Schema, schemas: Schemas) =>
  resolveSchema(items, schemas).enum
    ? t("type.listed")
    : t("type.plural", { type: typeName(t, items, schemas) });

/** The values a field can have, if they are listed. */
function choicesOf(unresolved: Schema, schemas: Schemas): unknown[] {
  const { enum: choices, anyOf, items } = resolveSchema(unresolved, schemas);
  if (choices) return choices;
  return (anyOf ?? (items ? [items] : [])).flatMap((one) => choicesOf(one, schemas));
}

/** The limits and default as text: "1 to 500 characters, default 20". */
function constraintsOf(t: Translate<"docs">, schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, maxProperties } = schema;
  // Zod's int() sets these bounds. They only repeat that the value is an integer.
  const smallest = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const largest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    rangeText(t, smallest, largest),
    rangeText(t, minLength, maxLength, "characters"),
    rangeText(t, minItems, maxItems, "items"),
    rangeText(t, undefined, maxProperties, "pairs"),
    schema.default === undefined
      ? null
      : t("constraints.default", { value: JSON.stringify(schema.default) }),
  ]
    .filter(Boolean)
    .join(", ");
}

function rangeText(
  t: Translate<"docs">,
  from: number | undefined,
  to: number | undefined,
  unit: "characters" | "items" | "pairs" | "none" = "none",
): string | null {
  if (from !== undefined && to !== undefined) return t("constraints.between", { from, to, unit });
  if (from !== undefined) return t("constraints.atLeast", { from, unit });
  return to === undefined ? null : t("constraints.atMost", { to, unit });
}

/** The object in a field: the field itself, one of its alternatives, or its array items. */
function objectIn(unresolved: Schema, schemas: Schemas): Schema | null {
  const schema = resolveSchema(unresolved, schemas);
  if (schema.type === "object") return schema.additionalProperties ? null : schema;
  for (const inner of schema.anyOf ?? (schema.items ? [schema.items] : [])) {
    const found = objectIn(inner, schemas);
    if (found) return found;
  }
  return null;
}
