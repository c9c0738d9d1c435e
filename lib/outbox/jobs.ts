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

/** Claims due work of one kind: no other process has it until the lease ends. */
export const claimDue = (kind: "email" | "platform_card", limit: number): Promise<Job[]> =>
  pg()<Job[]>`
    update outbox o set leased_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    from (select id from outbox where status = 'pending' and kind = ${kind}
        and next_attempt_at <= now() and (leased_until is null or leased_until < now())
      order by next_attempt_at limit ${limit} for update skip locked) due
    where o.id = due.id
    returning o.id, o.merchant_id as "merchantId", o.payload, o.attempts,
      o.leased_until::text as lease`;

const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 30_000;

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

/** Puts a job back to be tried again after a pause that doubles, or gives it up after eight tries. */
export const putBack = async ({ id, lease, attempts }: Job): Promise<void> => {
  const status = attempts + 1 >= MAX_ATTEMPTS ? "failed" : "pending";
  const pauseMs = FIRST_PAUSE_MS * 2 ** attempts;
  const sql = pg();
  await sql`update outbox set status = ${status}, attempts = attempts + 1, leased_until = null,
      payload = ${status === "failed" ? sql.unsafe(WITHOUT_LINK) : sql`payload`},
      next_attempt_at = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    where id = ${id} and leased_until = ${lease}::timestamptz`;
};
