import Link from "next/link";
import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/kit/ui/code-block";
import { TextLink } from "@/components/kit/ui/text-link";
import { groupByTag } from "./pages";
import { Article, InlineCode, Method, Section } from "./prose";
import type { Operation } from "./reference";

const firstSteps = [
  ["/docs/quick-start", "quickStart"],
  ["/docs/webhooks", "webhooks"],
  ["/docs/testing", "testing"],
  ["/docs/authentication", "authentication"],
  ["/docs/idempotency", "idempotency"],
  ["/docs/refunds", "refunds"],
] as const;

type Props = { operations: Operation[]; origin: string };

export function DocsHome({ operations, origin }: Props) {
  const t = useTranslations("docs");
  const groups = groupByTag(operations);
  const sections = [...groups.map(({ title }) => title), "OpenAPI"];
  return (
    <Article title={t("home.title")} lead={t("home.lead")} sections={sections}>
      <div className="grid gap-1">
        <p className="text-sm font-medium text-muted">{t("home.baseUrl")}</p>
        <CodeBlock code={`${origin}/api/v1`} copyLabel={t("home.copyBaseUrl")} />
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {firstSteps.map(([href, step]) => (
          <li key={href} className="relative rounded-md border bg-surface p-4 hover:bg-hover">
            <Link href={href} className="font-medium after:absolute after:inset-0">
              {t(`home.steps.${step}.title`)}
            </Link>
            <p className="text-sm text-muted">{t(`home.steps.${step}.text`)}</p>
          </li>
        ))}
      </ul>
      {groups.map(({ title, operations }) => (
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
                  <span className="font-medium">{summary}</span>
                </Link>
                <p className="pl-14 font-mono text-sm wrap-anywhere text-muted">{path}</p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <Section title="OpenAPI">
        <p>
          {t.rich("home.openapi", {
            url: `${origin}/api/v1/openapi.json`,
            link: (text) => (
              <TextLink href="/api/v1/openapi.json">
                <InlineCode>{text}</InlineCode>
              </TextLink>
            ),
          })}
        </p>
      </Section>
    </Article>
  );
}
