import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import type { Shape } from "@/lib/context";
import { Method } from "./method";
import { C, Section, Told } from "./prose";
import type { Operation, Parameter, Schema } from "./reference";
import { type Language, languages, languageWords, sampleOf } from "./samples";
import { Field, SchemaFields } from "./schema-fields";
import { Switch } from "./switch";

type Props = {
  operation: Operation;
  schemas: Record<string, Schema>;
  shape: Shape;
  language: Language;
  /** The public address of this instance. */
  origin: string;
};

/** All there is to know about one operation, in one shape, with examples in one language. */
export function OperationView({ operation, schemas, shape, language, origin }: Props) {
  const { request, answer } = operation;
  const differs = !answer.same || request?.same === false;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,31rem)]">
      <Opening operation={operation} />
      <div className="grid min-w-0 content-start gap-6 xl:col-start-1">
        <ShapeChoice differs={differs} shape={shape} />
        <Parameters operation={operation} schemas={schemas} />
        {request && (
          <Section id="request" title="Request body">
            <p className="text-sm text-muted">
              JSON{request.required ? "" : "; it may be left out"}
              {request.same && differs ? ", the same in both shapes" : ""}.
            </p>
            <SchemaFields
              schema={request[shape].schema}
              schemas={schemas}
              label="Request body"
              of="request"
            />
          </Section>
        )}
        <Section id="answer" title="Answer">
          <p className="text-sm text-muted">
            Status <C>{answer.status}</C>, JSON
            {answer.same && differs ? ", the same in both shapes" : ""}.
          </p>
          <SchemaFields
            schema={answer[shape].schema}
            schemas={schemas}
            label="Answer"
            of="answer"
          />
          <Headers headers={answer.headers} />
        </Section>
        <Failures operation={operation} />
      </div>
      <aside
        aria-label="Examples"
        className="grid min-w-0 content-start gap-4 self-start xl:sticky xl:top-20 xl:col-start-2 xl:row-span-2 xl:row-start-1"
      >
        <Switch
          label="Language"
          name="lang"
          value={language}
          options={languages.map((value) => ({ value, label: languageWords[value] }))}
        />
        <CodeBlock
          what={`the ${languageWords[language]} example`}
          code={sampleOf(operation, shape, language, origin)}
        />
        <p className="text-sm font-medium text-muted">
          Answer {answer.status}
          {answer.same ? "" : `, Shape ${shape}`}
        </p>
        <CodeBlock
          what="the example answer"
          code={JSON.stringify(answer[shape].example, null, 2)}
        />
      </aside>
    </article>
  );
}

const Opening = ({ operation }: { operation: Operation }) => (
  <header className="xl:col-start-1">
    <p className="text-sm text-muted">{operation.tag}</p>
    <h1 className="mt-1 text-xl font-semibold tracking-tight md:text-2xl">
      {operation.summary.replace(/\.$/, "")}
    </h1>
    <p className="mt-3 flex items-center gap-2 rounded-md border bg-sunken px-3 py-2 font-mono text-sm">
      <Method name={operation.method} />
      <span className="min-w-0 wrap-anywhere">/api/v1{operation.path}</span>
    </p>
    {operation.notes.map((note) => (
      <p key={note} className="mt-3">
        <Told text={note} />
      </p>
    ))}
    <Terms operation={operation} />
  </header>
);

/** What a call needs and what it counts against. */
const Terms = ({ operation: { scope, limits, parameters } }: { operation: Operation }) => (
  <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
    <Term name="Scope">
      {scope ? (
        <a href="/docs/authentication#scopes" className="underline underline-offset-4">
          <C>{scope}</C>
        </a>
      ) : (
        "None: open to anybody"
      )}
    </Term>
    <Term name="Limit">
      {limits.length === 0
        ? "None"
        : limits
            .map(({ max, windowSeconds, name }) => `${max} in any ${windowSeconds} s (${name})`)
            .join(" and, when it activates, ")}
    </Term>
    <Term name="Safe to repeat">
      {parameters.some(({ name }) => name === "Idempotency-Key")
        ? "With an Idempotency-Key"
        : "Yes"}
    </Term>
  </dl>
);

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </>
);

const ShapeChoice = ({ differs, shape }: { differs: boolean; shape: Shape }) =>
  differs ? (
    <Switch
      label="Shape"
      name="shape"
      value={shape}
      options={[
        { value: "A", label: "Shape A" },
        { value: "B", label: "Shape B" },
      ]}
    />
  ) : (
    <p className="text-sm text-muted">The same in both shapes.</p>
  );

const places = [
  ["path", "In the path"],
  ["query", "In the query"],
  ["header", "Headers"],
] as const;

function Parameters({
  operation,
  schemas,
}: {
  operation: Operation;
  schemas: Record<string, Schema>;
}) {
  return (
    <Section id="parameters" title="Parameters">
      {places.map(([place, words]) => {
        const here = operation.parameters.filter((parameter) => parameter.in === place);
        if (here.length === 0) return null;
        return (
          <div key={place}>
            <h3 className="mb-1 text-sm font-medium text-muted">{words}</h3>
            <ul aria-label={words} className="divide-y border-y">
              {here.map((parameter) => (
                <Field
                  key={parameter.name}
                  name={parameter.name}
                  schema={describedBy(parameter)}
                  schemas={schemas}
                  required={parameter.required === true}
                  of="request"
                />
              ))}
            </ul>
          </div>
        );
      })}
    </Section>
  );
}

const describedBy = ({ schema, description }: Parameter): Schema =>
  description ? { ...schema, description } : schema;

const Headers = ({ headers }: { headers: Operation["answer"]["headers"] }) => (
  <details>
    <summary className="text-sm text-muted hover:text-ink">Headers of the answer</summary>
    <dl className="mt-2 divide-y border-y">
      {headers.map(({ name, description }) => (
        <div key={name} className="py-2 sm:flex sm:gap-4">
          <dt className="w-48 shrink-0 font-mono text-sm">{name}</dt>
          <dd className="text-sm text-muted">{description}</dd>
        </div>
      ))}
    </dl>
  </details>
);

const Failures = ({ operation }: { operation: Operation }) => (
  <Section id="errors" title="Errors">
    <ul aria-label="Errors" className="divide-y border-y">
      {operation.failures.map(({ status, code, message, example }) => (
        <li key={code}>
          <details className="group">
            <summary className="relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2.5 pr-8 hover:bg-hover">
              <ChevronDown
                className="absolute top-3 right-2 size-4 text-muted group-open:rotate-180"
                aria-hidden
              />
              <span className="font-mono text-sm tabular-nums text-muted">{status}</span>
              <span className="font-mono text-sm font-medium wrap-anywhere">{code}</span>
              <span className="w-full text-sm text-muted">{message}</span>
            </summary>
            <div className="pb-3">
              <CodeBlock code={JSON.stringify(example, null, 2)} what={`the error ${code}`} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  </Section>
);
