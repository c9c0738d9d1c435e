import { sql } from "drizzle-orm";
import { pg } from "@/lib/db/client/client";
import { purge } from "@/lib/db/client/in-batches";
import { outbox } from "@/lib/db/schema/outbox";

/** Longer than sending any email takes. */
const LEASE_MS = 120_000;
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 30_000;
const COUNTED_UP_TO = 100_000;

export type Job = {
  id: string;
  merchantId: string | null;
  payload: Record<string, unknown>;
  attempts: number;
  /** The lease as Postgres text. Updates match on it, so they change nothing once the lease is lost. */
  lease: string;
};

/** How often emails that belong to no store come first: those of people who wait for them to sign in. */
const SHARE_OF_PEOPLE = 0.8;

/**
 * Leases up to `slots` due emails to this process, of one lane: those that belong to no store, or those of one store.
 * Each store is as likely as any other, however many of its emails wait: this steps from store to store over the index.
 */
export async function claimMails(slots: number): Promise<Job[]> {
  const sql = pg();
  const isDue = () => sql`status = 'pending' and kind = 'email' and next_attempt_at <= now()
    and (leased_until is null or leased_until < now())`;
  const [found] = await sql<{ lease: string; lane: string | null }[]>`
    with recursive stores as (
      (select merchant_id from outbox where status = 'pending' and kind = 'email'
        and merchant_id is not null order by merchant_id limit 1)
      union all
      select next.* from stores s cross join lateral (
        select o.merchant_id from outbox o where o.status = 'pending' and o.kind = 'email'
          and o.merchant_id > s.merchant_id order by o.merchant_id limit 1) next
    )
    select merchant_id as lane,
      (statement_timestamp() + ${LEASE_MS} * interval '1 millisecond')::text as lease
    from (
      -- With a limit, so that Postgres looks into the index for each store, and reads no other email.
      select s.merchant_id from stores s cross join lateral (
        select from outbox o where o.merchant_id = s.merchant_id and ${isDue()} limit 1) due
      union all
      select null where exists (select from outbox where merchant_id is null and ${isDue()})
    ) lanes
    order by merchant_id is null and random() < ${SHARE_OF_PEOPLE} desc, random() limit 1`;
  if (!found) return [];
  const { lease, lane } = found;
  const isInLane = lane === null ? sql`merchant_id is null` : sql`merchant_id = ${lane}`;
  return await sql<Job[]>`
    update outbox o set leased_until = ${lease}::timestamptz
    from (select id from outbox where ${isDue()} and ${isInLane}
      order by next_attempt_at limit ${slots} for update skip locked) due
    where o.id = due.id
    returning o.id, o.merchant_id as "merchantId", o.payload, o.attempts,
      ${lease}::text as lease`;
}

/** The pause before retrying a failed email. It doubles each time, and the 8th failure is final. */
export const mailPause = ({ attempts }: Job): Pause => ({
  pauseMs: FIRST_PAUSE_MS * 2 ** attempts,
  givesUp: attempts + 1 >= MAX_ATTEMPTS,
});

// An email that was sent keeps only its recipient and kind.
const PURGED_PAYLOAD_SQL = `case when kind = 'email' then jsonb_object(array['to', 'template'],
  array[payload ->> 'to', payload ->> 'template']) else payload end`;

/** Marks a job as done, or an email as suppressed. Changes nothing if its lease was lost. */
export const finish = async (
  { id, lease }: Job,
  status: "done" | "suppressed" = "done",
): Promise<void> => {
  const sql = pg();
  await sql`update outbox set status = ${status}, leased_until = null,
      attempts = attempts + ${status === "done" ? 1 : 0},
      payload = ${sql.unsafe(PURGED_PAYLOAD_SQL)}
    where id = ${id} and leased_until = ${lease}::timestamptz`;
};

/** `counts`: whether this counts as an attempt. */
type Pause = { pauseMs: number; givesUp?: boolean; counts?: boolean };

/** Makes a job due again after a pause, or marks it as failed. */
export const putBack = async (
  { id, lease }: Job,
  { pauseMs, givesUp = false, counts = true }: Pause,
): Promise<void> => {
  const sql = pg();
  await sql`update outbox set status = ${givesUp ? "failed" : "pending"},
      attempts = attempts + ${counts ? 1 : 0}, leased_until = null,
      payload = ${givesUp ? sql.unsafe(PURGED_PAYLOAD_SQL) : sql`payload`},
      next_attempt_at = now() + ${pauseMs} * interval '1 millisecond'
    where id = ${id} and leased_until = ${lease}::timestamptz`;
};

/** Makes an email due again after a pause that is no attempt. Its payload keeps when it waited first. */
export const postpone = async ({ id, lease }: Job, pauseMs: number): Promise<void> => {
  const sql = pg();
  await sql`update outbox set leased_until = null,
      payload = jsonb_build_object('postponedAt', now()) || payload,
      next_attempt_at = now() + ${pauseMs} * interval '1 millisecond'
    where id = ${id} and leased_until = ${lease}::timestamptz`;
};

type Backlog = {
  kind: (typeof outbox.$inferSelect)["kind"];
  pending: number;
  overdueSeconds: number;
};

/** The number of pending jobs by kind and how long the oldest has been due. Counts at most 100,000 jobs. */
export const outboxBacklog = (): Promise<Backlog[]> => pg()<Backlog[]>`
  select kind, count(next_attempt_at)::int as pending,
    greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8
      as "overdueSeconds"
  from unnest(array['email', 'platform_card', 'wallet_pass']) kind
  left join (select kind, next_attempt_at from outbox where status = 'pending'
    limit ${COUNTED_UP_TO}) waiting using (kind)
  group by kind order by kind`;

/** Deletes finished emails after 90 days, and finished jobs for online shops and wallet passes after 7 days. */
export const purgeMail = async (): Promise<{ mails: number }> => ({
  mails: await purge(
    outbox,
    sql`status <> 'pending' and created_at < now()
      - case when kind = 'email' then interval '90 days' else interval '7 days' end`,
  ),
});
