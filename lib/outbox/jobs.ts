import { pg } from "../db/client";

/** Longer than any sending lasts. */
const LEASE_MS = 120_000;

export type Job = {
  id: string;
  merchantId: string | null;
  payload: Record<string, unknown>;
  attempts: number;
  lease: string;
};

/** Claims due mail: no other process has it until the lease ends. */
export const claimDue = (limit: number): Promise<Job[]> =>
  pg()<Job[]>`
    update outbox o set leased_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    from (select id from outbox where status = 'pending' and kind = 'email'
        and next_attempt_at <= now() and (leased_until is null or leased_until < now())
      order by next_attempt_at limit ${limit} for update skip locked) due
    where o.id = due.id
    returning o.id, o.merchant_id as "merchantId", o.payload, o.attempts,
      o.leased_until::text as lease`;

const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 30_000;

/** What follows from a mail's failed try: a pause that doubles, or after eight tries the end. */
export const mailPause = ({ attempts }: Job): Pause => ({
  pauseMs: FIRST_PAUSE_MS * 2 ** attempts,
  givesUp: attempts + 1 >= MAX_ATTEMPTS,
});

// A link may let its holder in. It is needed to send the mail, and nowhere else after.
const WITHOUT_LINK = `case when payload ? 'link'
  then jsonb_set(payload, '{link}', '"no longer kept"') else payload end`;

/** Ends a job that was done. Changes nothing when its lease was lost. */
export const finish = async ({ id, lease }: Job): Promise<void> => {
  const sql = pg();
  await sql`update outbox set status = 'done', attempts = attempts + 1, leased_until = null,
      payload = ${sql.unsafe(WITHOUT_LINK)}
    where id = ${id} and leased_until = ${lease}::timestamptz`;
};

/** `counts`: whether it was a try. */
type Pause = { pauseMs: number; givesUp?: boolean; counts?: boolean };

/** Puts a job back to be tried again after a pause, or gives it up. */
export const putBack = async (
  { id, lease }: Job,
  { pauseMs, givesUp = false, counts = true }: Pause,
): Promise<void> => {
  const sql = pg();
  await sql`update outbox set status = ${givesUp ? "failed" : "pending"},
      attempts = attempts + ${counts ? 1 : 0}, leased_until = null,
      payload = ${givesUp ? sql.unsafe(WITHOUT_LINK) : sql`payload`},
      next_attempt_at = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    where id = ${id} and leased_until = ${lease}::timestamptz`;
};
