import Link from "next/link";
import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/text-link";
import { groupByTag } from "./pages";
import { Article, InlineCode, Method, Section } from "./prose";
import type { Operation } from "./reference";

const firstSteps = [
  ["/docs/quick-start", "Quick start", "Create, activate and redeem a card in five minutes."],
  ["/docs/authentication", "Authentication and scopes", "API keys and what they can do."],
  ["/docs/idempotency", "Idempotency", "Retry safely after a lost response."],
  ["/docs/webhooks", "Webhooks", "Get notified in real time when a card changes."],
] as const;

type Props = { operations: Operation[]; origin: string };

export const DocsHome = ({ operations, origin }: Props) => (
  <Article
    title="API reference"
    lead="Create, activate, redeem and top up gift cards from a till, an online shop or a script. The API uses JSON over HTTPS and API keys."
  >
    <div className="grid gap-1">
      <p className="text-sm font-medium text-muted">Base URL</p>
      <CodeBlock code={`${origin}/api/v1`} copyLabel="Copy base URL" />
    </div>
    <ul className="grid gap-3 sm:grid-cols-2">
      {firstSteps.map(([href, title, text]) => (
        <li key={href} className="relative rounded-md border bg-surface p-4 hover:bg-hover">
          <Link href={href} className="font-medium after:absolute after:inset-0">
            {title}
          </Link>
          <p className="text-sm text-muted">{text}</p>
        </li>
      ))}
    </ul>
    {groupByTag(operations).map(({ title, operations }) => (
      <Section key={title} title={title}>
        <ul className="divide-y border-y">
          {operations.map(({ slug, method, path, summary }) => (
            <li key={slug} className="relative py-2.5 hover:bg-hover">
              <Link
                href={`/docs/api/${slug}`}
                prefetch={false}
                className="flex items-baseline gap-2 after:absolute after:inset-0"
              >
                <Method name={method} />
                <span className="font-mono text-sm wrap-anywhere">{path}</span>
              </Link>
              <p className="pl-14 text-sm text-muted">{summary}</p>
            </li>
          ))}
        </ul>
      </Section>
    ))}
    <Section title="OpenAPI">
      <p>
        The same reference as an OpenAPI 3.1 document:{" "}
        <TextLink href="/api/v1/openapi.json">
          <InlineCode>{origin}/api/v1/openapi.json</InlineCode>
        </TextLink>
      </p>
    </Section>
  </Article>
);
