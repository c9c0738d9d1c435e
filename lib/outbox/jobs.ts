import { sql } from "drizzle-orm";
import { pg } from "../db/client";
import { batchLimit, inBatches } from "../db/in-batches";

/** Longer than any mail takes. */
const LEASE_MS = 120_000;
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 30_000;
const COUNTED_UP_TO = 100_000;

export type Job = {
  id: string;
  merchantId: string | null;
  payload: Record<string, unknown>;
  attempts: number;
  /** The lease as the database wrote it: ending the job proves that it still holds. */
  lease: string;
};

/** Claims up to `slots` due mails; no other process has them until their lease ends. */
export async function claimMails(slots: number): Promise<Job[]> {
  const sql = pg();
  const isDue = () => sql`status = 'pending' and kind = 'email' and next_attempt_at <= now()
    and (leased_until is null or leased_until < now())`;
  const [found] = await sql<{ lease: string }[]>`
    select (clock_timestamp() + ${LEASE_MS} * interval '1 millisecond')::text as lease
    where exists (select from outbox where ${isDue()})`;
  if (!found) return [];
  return await sql<Job[]>`
    update outbox o set leased_until = ${found.lease}::timestamptz
    from (select id from outbox where ${isDue()}
      order by next_attempt_at limit ${slots} for update skip locked) due
    where o.id = due.id
    returning o.id, o.merchant_id as "merchantId", o.payload, o.attempts,
      o.leased_until::text as lease`;
}

/** A failed mail is retried after a pause that doubles, and given up after 8 attempts. */
export const mailPause = ({ attempts }: Job): Pause => ({
  pauseMs: FIRST_PAUSE_MS * 2 ** attempts,
  givesUp: attempts + 1 >= MAX_ATTEMPTS,
});

// A link may sign its holder in, and nobody needs it once the mail is sent.
const WITHOUT_LINK = `case when payload ? 'link'
  then jsonb_set(payload, '{link}', '"no longer kept"') else payload end`;

/** Ends a job. Changes nothing when its lease was lost. */
export const finish = async ({ id, lease }: Job): Promise<void> => {
  const sql = pg();
  await sql`update outbox set status = 'done', attempts = attempts + 1, leased_until = null,
      payload = ${sql.unsafe(WITHOUT_LINK)}
    where id = ${id} and leased_until = ${lease}::timestamptz`;
};

/** `counts`: whether it was an attempt. */
type Pause = { pauseMs: number; givesUp?: boolean; counts?: boolean };

/** Makes a job due again after a pause, or gives it up. */
export const putBack = async (
  { id, lease }: Job,
  { pauseMs, givesUp = false, counts = true }: Pause,
): Promise<void> => {
  const sql = pg();
  await sql`update outbox set status = ${givesUp ? "failed" : "pending"},
      attempts = attempts + ${counts ? 1 : 0}, leased_until = null,
      payload = ${givesUp ? sql.unsafe(WITHOUT_LINK) : sql`payload`},
      next_attempt_at = now() + ${pauseMs} * interval '1 millisecond'
    where id = ${id} and leased_until = ${lease}::timestamptz`;
};

type Backlog = { kind: "email" | "platform_card"; pending: number; overdueSeconds: number };

/** The pending jobs of each kind, counted up to 100,000, and how long the oldest has been due. */
export const outboxBacklog = (): Promise<Backlog[]> => pg()<Backlog[]>`
  select kind, count(next_attempt_at)::int as pending,
    greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8
      as "overdueSeconds"
  from unnest(array['email', 'platform_card']) kind
  left join (select kind, next_attempt_at from outbox where status = 'pending'
    limit ${COUNTED_UP_TO}) waiting using (kind)
  group by kind order by kind`;

/** Deletes mail that ended 90 days ago, and shops' jobs that ended 7 days ago. */
export const purgeMail = async (): Promise<{ mails: number }> => ({
  mails: await inBatches(sql`
    delete from outbox where ctid = any(array(
      select ctid from outbox where status <> 'pending' and created_at < now()
        - case kind when 'platform_card' then interval '7 days' else interval '90 days' end
      ${batchLimit} for update skip locked))`),
});
