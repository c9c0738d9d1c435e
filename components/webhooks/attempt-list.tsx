import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import type { Delivery } from "./types";
import { formatDuration } from "./words";

export const AttemptList = ({ attempts }: { attempts: Delivery["attempts"] }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h3 className="text-sm font-medium">Attempts</h3>
    {attempts.length === 0 ? (
      <p className="text-sm text-muted">None yet.</p>
    ) : (
      <ol className="divide-y border-y">
        {attempts.map((attempt) => (
          <AttemptItem key={attempt.id} attempt={attempt} />
        ))}
      </ol>
    )}
  </section>
);

const AttemptItem = ({ attempt }: { attempt: Delivery["attempts"][number] }) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 py-2.5">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="text-muted tabular-nums">{attempt.number}</span>
      <Chip
        tone={attempt.error ? "danger" : "positive"}
        word={
          attempt.httpStatus
            ? String(attempt.httpStatus)
            : attempt.error
              ? "No answer"
              : "Delivered"
        }
      />
      <span className="tabular-nums">{formatDuration(attempt.durationMs)}</span>
      <span className="text-muted sm:ml-auto">
        <Time at={attempt.createdAt} exact />
      </span>
    </div>
    {attempt.error && <p className="text-sm">{attempt.error}</p>}
    {attempt.excerpt && <Excerpt text={attempt.excerpt} />}
  </li>
);

const shortChars = 400;

const preClasses =
  "rounded-md border bg-sunken p-2.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap";

/** The receiver's response as plain text, never rendered as HTML. A long response can be expanded. */
export const Excerpt = ({ text }: { text: string }) => (
  <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <figcaption className="text-xs text-muted">It answered</figcaption>
    {text.length <= shortChars ? (
      <pre className={preClasses}>{text}</pre>
    ) : (
      <details className="group/answer">
        <summary className="grid list-none gap-1 rounded-sm">
          <pre className={`${preClasses} group-open/answer:hidden`}>
            {text.slice(0, shortChars)}…
          </pre>
          <span className="text-xs text-muted underline underline-offset-4">
            <span className="group-open/answer:hidden">Show all of it</span>
            <span className="hidden group-open/answer:inline">Show less</span>
          </span>
        </summary>
        <pre className={`${preClasses} mt-1`}>{text}</pre>
      </details>
    )}
  </figure>
);
