import { pg } from "../db/client";

const COUNTED_UP_TO = 100_000;

type Backlog = { kind: "email" | "platform_card"; pending: number; overdueSeconds: number };

/**
 * What waits to leave by the outbox, over all stores and counted up to a hundred thousand: how many
 * of each kind, and for how many seconds the one that is most overdue has been due.
 */
export const outboxBacklog = (): Promise<Backlog[]> => pg()<Backlog[]>`
  select kind, count(next_attempt_at)::int as pending,
    greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8
      as "overdueSeconds"
  from unnest(array['email', 'platform_card']) kind
  left join (select kind, next_attempt_at from outbox where status = 'pending'
    limit ${COUNTED_UP_TO}) waiting using (kind)
  group by kind order by kind`;
