import { useTranslations } from "next-intl";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { prettyJson } from "./pretty-json";
import type { Delivery } from "./types";
import { formatDuration } from "./words";

export function AttemptList({ attempts }: { attempts: Delivery["attempts"] }) {
  const t = useTranslations("webhooks");
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-medium">{t("attempts.title")}</h3>
      {attempts.length === 0 ? (
        <p className="text-sm text-muted">{t("attempts.none")}</p>
      ) : (
        <ol className="divide-y border-y">
          {attempts.map((attempt) => (
            <AttemptItem key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      )}
    </section>
  );
}

function AttemptItem({ attempt }: { attempt: Delivery["attempts"][number] }) {
  const t = useTranslations("webhooks");
  const { error, httpStatus } = attempt;
  const result = error ? t("attempts.noResponse") : t("attempts.delivered");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="text-muted tabular-nums">{attempt.number}</span>
        <Chip
          tone={error ? "danger" : "positive"}
          word={httpStatus ? String(httpStatus) : result}
        />
        <span className="tabular-nums">{formatDuration(attempt.durationMs)}</span>
        <span className="text-muted sm:ml-auto">
          <Time at={attempt.createdAt} exact />
        </span>
      </div>
      {error && <p className="text-sm">{error}</p>}
      {attempt.excerpt && <Excerpt text={attempt.excerpt} />}
    </li>
  );
}

const shortChars = 400;

const preClasses =
  "rounded-md border bg-sunken p-2.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap";

/** The receiver's response as plain text, never rendered as HTML. A long response can be expanded. */
export function Excerpt({ text: received }: { text: string }) {
  const text = prettyJson(received);
  const t = useTranslations("webhooks");
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <figcaption className="text-xs text-muted">{t("attempts.response")}</figcaption>
      {text.length <= shortChars ? (
        <pre className={preClasses}>{text}</pre>
      ) : (
        <details className="group/answer">
          <summary className="grid list-none gap-1 rounded-sm">
            <pre className={`${preClasses} group-open/answer:hidden`}>
              {text.slice(0, shortChars)}…
            </pre>
            <span className="text-xs text-muted underline underline-offset-4">
              <span className="group-open/answer:hidden">{t("attempts.showMore")}</span>
              <span className="hidden group-open/answer:inline">{t("attempts.showLess")}</span>
            </span>
          </summary>
          <pre className={`${preClasses} mt-1`}>{text}</pre>
        </details>
      )}
    </figure>
  );
}
