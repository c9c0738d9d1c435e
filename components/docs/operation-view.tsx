import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Translate } from "@/components/kit/locale/translate";
import { cx } from "@/components/kit/ui/cx";
import { TextLink } from "@/components/kit/ui/text-link";
import type { ApiShape } from "@/lib/base/context";
import { Code } from "./code";
import { hasIdempotencyKey } from "./example-request";
import { InlineCode, Method, Section, TextWithCode } from "./prose";
import type { Operation, Schemas } from "./reference";
import { type Language, languageNames, sampleOf } from "./samples";
import { Field, SchemaFields } from "./schema-fields";
import { TestKeyBar } from "./test-key-bar";

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
  const t = useTranslations("docs");
  const { request, response, differs } = operation;
  const query = { shape, lang: language };
  /** Whether to say that a body is the same in both shapes. */
  const sameOf = (body: { same: boolean }) => (shape === "B" && body.same ? "yes" : "no");
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,31rem)]">
      <Summary operation={operation} />
      <div className="grid min-w-0 content-start gap-6 xl:col-start-1">
        <Parameters operation={operation} schemas={schemas} />
        {request && (
          <Section title={t("operation.request")}>
            <p className="text-sm text-muted">
              {t("operation.requestFormat", {
                optional: request.required ? "no" : "yes",
                same: sameOf(request),
              })}
            </p>
            <SchemaFields
              schema={request[shape].schema}
              schemas={schemas}
              label={t("operation.request")}
              side="request"
            />
          </Section>
        )}
        <Section title={t("operation.response")}>
          <p className="text-sm text-muted">
            {t.rich("operation.responseFormat", {
              status: response.status,
              same: sameOf(response),
              code: (text) => <InlineCode>{text}</InlineCode>,
            })}
          </p>
          <SchemaFields
            schema={response[shape].schema}
            schemas={schemas}
            label={t("operation.response")}
            side="response"
          />
          <ResponseHeaders headers={response.headers} />
        </Section>
        <Errors operation={operation} />
      </div>
      <aside
        id="examples"
        aria-label={t("operation.examples")}
        className="grid min-w-0 scroll-mt-20 content-start gap-4 self-start xl:sticky xl:top-20 xl:col-start-2 xl:row-span-2 xl:row-start-1"
      >
        <div className="flex flex-wrap gap-2">
          <Switch
            label={t("operation.language")}
            name="lang"
            query={query}
            options={languageNames}
          />
          {differs && (
            <Switch
              label={t("operation.shape")}
              name="shape"
              query={query}
              options={{ A: t("operation.shapes.A"), B: t("operation.shapes.B") }}
            />
          )}
        </div>
        {shape === "B" && (
          <p className="text-sm text-muted">
            {t.rich("operation.aboutB", {
              link: (text) => <TextLink href="/docs/compatibility">{text}</TextLink>,
            })}
          </p>
        )}
        <TestKeyBar />
        <Code
          copyLabel={t("operation.copyRequest")}
          language={language}
          code={sampleOf(operation, shape, language, origin)}
        />
        <p className="text-sm font-medium text-muted">
          {t("operation.exampleResponse", {
            status: response.status,
            shape: response.same ? "both" : shape,
          })}
        </p>
        <Code
          copyLabel={t("operation.copyResponse")}
          language="json"
          code={JSON.stringify(response[shape].example, null, 2)}
        />
      </aside>
    </article>
  );
}

type SwitchProps = {
  label: string;
  name: "shape" | "lang";
  query: { shape: string; lang: string };
  options: Record<string, string>;
};

/** Switches a query parameter of the page. It uses links, so it works without JavaScript. */
const Switch = ({ label, name, query, options }: SwitchProps) => (
  <nav aria-label={label} className="flex grow gap-1 rounded-md bg-hover p-1 print:hidden">
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

function Summary({ operation }: { operation: Operation }) {
  const t = useTranslations("docs");
  return (
    <header className="xl:col-start-1">
      <p className="text-sm text-muted">{operation.tag}</p>
      <h1 className="mt-1 text-xl font-semibold tracking-tight md:text-2xl">{operation.summary}</h1>
      <p className="mt-3 flex items-center gap-2 rounded-md border bg-sunken px-3 py-2 font-mono text-sm">
        <Method name={operation.method} />
        <span className="min-w-0 wrap-anywhere">{`/api/v1${operation.path}`}</span>
      </p>
      {operation.notes.map((note) => (
        <p key={note} className="mt-3">
          <TextWithCode text={note} />
        </p>
      ))}
      <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <Fact name={t("operation.scope")}>
          {operation.scope ? (
            <TextLink href="/docs/authentication#scopes">
              <InlineCode>{operation.scope}</InlineCode>
            </TextLink>
          ) : (
            t("operation.noScope")
          )}
        </Fact>
        <Fact name={t("operation.rateLimit")}>
          {limitsText(t, operation) || t("operation.noLimit")}
        </Fact>
        <Fact name={t("operation.retry")}>
          {t(hasIdempotencyKey(operation) ? "operation.retryWithKey" : "operation.retryAlways")}
        </Fact>
      </dl>
      <p className="mt-4 xl:hidden print:hidden">
        <TextLink href="#examples">{t("operation.examples")}</TextLink>
      </p>
    </header>
  );
}

// Only load has two limits: the second one applies if it activates the card.
const limitsText = (t: Translate<"docs">, { limits }: Operation) =>
  limits
    .map(({ max, windowSeconds: seconds, name }, index) =>
      t(index === 0 ? "operation.limit" : "operation.limitIfActivated", { max, seconds, name }),
    )
    .join("; ");

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </>
);

const places = ["path", "query", "header"] as const;

function Parameters({ operation, schemas }: { operation: Operation; schemas: Schemas }) {
  const t = useTranslations("docs");
  return (
    <Section title={t("operation.parameters")}>
      {places.map((place) => {
        const title = t(`operation.places.${place}`);
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
}

function ResponseHeaders({ headers }: { headers: Operation["response"]["headers"] }) {
  const t = useTranslations("docs");
  return (
    <details>
      <summary className="text-sm text-muted hover:text-ink">
        {t("operation.responseHeaders")}
      </summary>
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
}

function Errors({ operation }: { operation: Operation }) {
  const t = useTranslations("docs");
  return (
    <Section title={t("operation.errors")}>
      <ul aria-label={t("operation.errors")} className="divide-y border-y">
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
                <Code
                  code={JSON.stringify(example, null, 2)}
                  language="json"
                  copyLabel={t("operation.copyError")}
                />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}
