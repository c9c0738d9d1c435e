import Link from "next/link";
import { CodeBlock } from "@/components/ui/code-block";
import { Method } from "./method";
import { C, Guide, Section } from "./prose";
import type { Operation } from "./reference";

const firstSteps = [
  ["/docs/quick-start", "Quick start", "A card created, sold and redeemed in five minutes."],
  ["/docs/authentication", "Authentication and scopes", "Keys, and what each may do."],
  ["/docs/idempotency", "Idempotency", "Repeat safely when an answer got lost."],
  ["/docs/webhooks", "Webhooks", "Learn of every change, verify it, miss nothing."],
] as const;

type Props = { operations: Operation[]; origin: string };

/** The way in: where the API is, what to read first, every operation in a line. */
export function DocsHome({ operations, origin }: Props) {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <Guide
      title="API reference"
      lead="Create, sell, redeem and top up gift cards from a till, a shop or a script. JSON over HTTPS, one key for each caller."
    >
      <div className="grid gap-1">
        <p className="text-sm font-medium text-muted">Base address</p>
        <CodeBlock code={`${origin}/api/v1`} what="the base address" />
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
      {tags.map((tag) => (
        <Section key={tag} id={tag.toLowerCase().replace(/\W+/g, "-")} title={tag}>
          <ul className="divide-y border-y">
            {operations
              .filter((operation) => operation.tag === tag)
              .map(({ slug, method, path, summary }) => (
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
      <Section id="machine" title="For machines">
        <p>
          The same as an OpenAPI 3.1 document:{" "}
          <a href="/api/v1/openapi.json" className="underline underline-offset-4">
            <C>{origin}/api/v1/openapi.json</C>
          </a>
        </p>
      </Section>
    </Guide>
  );
}
