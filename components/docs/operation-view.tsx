import { ChevronDown } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { cx } from "@/components/ui/cx";
import { TextLink } from "@/components/ui/text-link";
import type { ApiShape } from "@/lib/context";
import { InlineCode, Method, Section, TextWithCode } from "./prose";
import { hasIdempotencyKey, type Operation, type Schemas } from "./reference";
import { type Language, languageNames, sampleOf } from "./samples";
import { Field, SchemaFields } from "./schema-fields";

type Props = {
  operation: Operation;
  schemas: Schemas;
  shape: ApiShape;
  language: Language;
  /** The public URL of this instance. */
  origin: string;
};

/** The reference of one operation, in one shape, with examples in one language. */
export function OperationView({ operation, schemas, shape, language, origin }: Props) {
  const { request, response, differs } = operation;
  const query = { shape, lang: language };
  const shared = differs ? ", the same in both shapes" : "";
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,31rem)]">
      <Summary operation={operation} />
      <div className="grid min-w-0 content-start gap-6 xl:col-start-1">
        {differs ? (
          <Switch label="Shape" name="shape" query={query} options={shapeNames} />
        ) : (
          <p className="text-sm text-muted">The same in both shapes.</p>
        )}
        <Parameters operation={operation} schemas={schemas} />
        {request && (
          <Section title="Request body">
            <p className="text-sm text-muted">
              JSON{request.required ? "" : ", optional"}
              {request.same && shared}.
            </p>
            <SchemaFields
              schema={request[shape].schema}
              schemas={schemas}
              label="Request body"
              side="request"
            />
          </Section>
        )}
        <Section title="Response">
          <p className="text-sm text-muted">
            Status <InlineCode>{response.status}</InlineCode>, JSON{response.same && shared}.
          </p>
          <SchemaFields
            schema={response[shape].schema}
            schemas={schemas}
            label="Response"
            side="response"
          />
          <ResponseHeaders headers={response.headers} />
        </Section>
        <Errors operation={operation} />
      </div>
      <aside
        aria-label="Examples"
        className="grid min-w-0 content-start gap-4 self-start xl:sticky xl:top-20 xl:col-start-2 xl:row-span-2 xl:row-start-1"
      >
        <Switch label="Language" name="lang" query={query} options={languageNames} />
        <CodeBlock
          copyLabel="Copy example request"
          code={sampleOf(operation, shape, language, origin)}
        />
        <p className="text-sm font-medium text-muted">
          Response {response.status}
          {response.same ? "" : `, ${shapeNames[shape]}`}
        </p>
        <CodeBlock
          copyLabel="Copy example response"
          code={JSON.stringify(response[shape].example, null, 2)}
        />
      </aside>
    </article>
  );
}

const shapeNames = { A: "Shape A", B: "Shape B" };

type SwitchProps = {
  label: string;
  name: "shape" | "lang";
  query: { shape: string; lang: string };
  options: Record<string, string>;
};

/** Switches a query parameter of the page. It uses links, so it works without JavaScript. */
const Switch = ({ label, name, query, options }: SwitchProps) => (
  <nav aria-label={label} className="flex gap-1 rounded-md bg-hover p-1 print:hidden">
    {Object.entries(options).map(([value, title]) => (
      <Link
        key={value}
        href={`?${new URLSearchParams({ ...query, [name]: value })}`}
        replace
        scroll={false}
        prefetch={false}
        aria-current={value === query[name] ? "true" : undefined}
        className={cx(
          "grid h-10 flex-1 place-items-center rounded-sm px-3 text-sm font-medium md:h-8",
          value === query[name] ? "bg-surface text-ink" : "text-muted hover:text-ink",
        )}
      >
        {title}
      </Link>
    ))}
  </nav>
);

const Summary = ({ operation }: { operation: Operation }) => (
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
        <TextWithCode text={note} />
      </p>
    ))}
    <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
      <Fact name="Scope">
        {operation.scope ? (
          <TextLink href="/docs/authentication#scopes">
            <InlineCode>{operation.scope}</InlineCode>
          </TextLink>
        ) : (
          "None. No API key needed"
        )}
      </Fact>
      <Fact name="Rate limit">{limitsText(operation) || "None"}</Fact>
      <Fact name="Safe to retry">
        {hasIdempotencyKey(operation) ? "With an Idempotency-Key" : "Yes"}
      </Fact>
    </dl>
  </header>
);

// Only load has two limits: the second one applies if it activates the card.
const limitsText = ({ limits }: Operation) =>
  limits
    .map(({ max, windowSeconds, name }) => `${max} requests in ${windowSeconds} s (${name})`)
    .join("; if it activates the card, also ");

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </>
);

const places = { path: "Path parameters", query: "Query parameters", header: "Request headers" };

const Parameters = ({ operation, schemas }: { operation: Operation; schemas: Schemas }) => (
  <Section title="Parameters">
    {Object.entries(places).map(([place, title]) => {
      const parameters = operation.parameters.filter((parameter) => parameter.in === place);
      if (parameters.length === 0) return null;
      return (
        <div key={place}>
          <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
          <ul aria-label={title} className="divide-y border-y">
            {parameters.map(({ name, style, schema, required = false }) => (
              <Field
                key={name}
                name={style === "deepObject" ? `${name}[key]` : name}
                schema={schema}
                schemas={schemas}
                required={required}
                side="request"
              />
            ))}
          </ul>
        </div>
      );
    })}
  </Section>
);

const ResponseHeaders = ({ headers }: { headers: Operation["response"]["headers"] }) => (
  <details>
    <summary className="text-sm text-muted hover:text-ink">Response headers</summary>
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

const Errors = ({ operation }: { operation: Operation }) => (
  <Section title="Errors">
    <ul aria-label="Errors" className="divide-y border-y">
      {operation.errors.map(({ status, code, message, example }) => (
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
              <CodeBlock code={JSON.stringify(example, null, 2)} copyLabel="Copy error" />
            </div>
          </details>
        </li>
      ))}
    </ul>
  </Section>
);
