import { C, Told } from "./prose";
import type { Schema } from "./reference";
import { resolved } from "./reference";
import { choicesOf, constraintsOf, objectIn, typeWords } from "./schema-words";

type Schemas = Record<string, Schema>;
/** Of a request it matters what must be sent, of an answer what may be missing. */
type Of = "request" | "answer";

type Props = { schema: Schema; schemas: Schemas; label: string; of: Of };

/** The fields of an object, those inside them below. */
export function SchemaFields({ schema, schemas, label, of }: Props) {
  const object = objectIn(schema, schemas);
  const fields = Object.entries(object?.properties ?? {});
  if (fields.length === 0) return <p className="text-muted">Nothing: an empty object.</p>;
  return (
    <ul aria-label={label} className="divide-y border-y">
      {fields.map(([name, field]) => (
        <Field
          key={name}
          name={name}
          schema={field}
          schemas={schemas}
          required={object?.required?.includes(name) ?? false}
          of={of}
        />
      ))}
    </ul>
  );
}

type FieldProps = Omit<Props, "label"> & { name: string; required: boolean };

export function Field({ name, schema, schemas, required, of }: FieldProps) {
  const inner = objectIn(schema, schemas);
  const choices = choicesOf(schema, schemas);
  const constraints = constraintsOf(schema, schemas);
  const { description } = resolved(schema, schemas);
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <span className="font-mono text-sm font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">{typeWords(schema, schemas)}</span>
        {choices.length > 0 && (
          <span className="flex flex-wrap gap-1">
            {choices.map((choice) => (
              <C key={String(choice)}>{String(choice)}</C>
            ))}
          </span>
        )}
        {required && of === "request" && (
          <span className="text-xs font-medium text-attention">required</span>
        )}
        {!required && of === "answer" && (
          <span className="text-xs text-subtle">may be missing</span>
        )}
      </p>
      {constraints.length > 0 && (
        <p className="text-sm text-subtle">{capital(constraints.join(", "))}</p>
      )}
      {description && (
        <p className="text-sm text-muted">
          <Told text={description} />
        </p>
      )}
      {inner && (
        <details open className="mt-2 ml-1 border-l-2 pl-3">
          <summary className="text-sm text-muted hover:text-ink">Fields of {name}</summary>
          <div className="mt-2">
            <SchemaFields schema={inner} schemas={schemas} label={`Fields of ${name}`} of={of} />
          </div>
        </details>
      )}
    </li>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
