import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { Excerpt } from "./excerpt";
import type { Attempt } from "./types";
import { formatDuration } from "./words";

/** All attempts of a delivery: time, duration and response. */
export const AttemptList = ({ attempts }: { attempts: Attempt[] }) => (
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

const AttemptItem = ({ attempt }: { attempt: Attempt }) => (
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
