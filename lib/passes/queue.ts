import { sql } from "drizzle-orm";
import { pg, type Tx } from "../db/client";
import type { Job } from "../outbox/jobs";

/** Longer than all calls for one pass. */
const LEASE_MS = 60_000;
/** Due jobs that a claim looks at, to find several of one pass. */
const LOOKED_AT = 200;

/** The claimed jobs of one pass, which one update does. */
export type PassJobs = {
  /** The pass's id. */
  id: string;
  jobs: Job[];
  /** How often the job that failed most has failed. */
  attempts: number;
  /** The age of the newest job. */
  ageMs: number;
};

/** Queues an update of a pass, in addition to those that card changes queue (queue-pass-updates.sql). */
export const queueUpdate = (tx: Tx, { merchantId, id }: { merchantId: string; id: string }) =>
  tx.execute(sql`
    insert into outbox (id, merchant_id, kind, payload)
    values (gen_random_uuid(), ${merchantId}, 'wallet_pass', ${JSON.stringify({ passId: id })}::jsonb)`);

/** Leases due jobs of up to `slots` passes to this process. */
export async function claimDue(slots: number): Promise<PassJobs[]> {
  const rows = await pg()<(Job & { passId: string; ageMs: number })[]>`
    with due as (
      select id, payload ->> 'passId' as pass_id from outbox
      where status = 'pending' and kind = 'wallet_pass' and next_attempt_at <= now()
        and (leased_until is null or leased_until < now())
      order by next_attempt_at limit ${LOOKED_AT} for update skip locked
    ), passes as (select pass_id from due group by pass_id limit ${slots})
    update outbox o set leased_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    from due join passes using (pass_id) where o.id = due.id
    returning o.id, o.merchant_id as "merchantId", o.payload, o.attempts,
      o.leased_until::text as lease, due.pass_id as "passId",
      (extract(epoch from now() - o.created_at) * 1000)::float8 as "ageMs"`;
  const byPass = new Map<string, PassJobs>();
  for (const { passId, ageMs, ...job } of rows) {
    const claimed = byPass.get(passId) ?? { id: passId, jobs: [], attempts: 0, ageMs };
    claimed.jobs.push(job);
    claimed.attempts = Math.max(claimed.attempts, job.attempts);
    claimed.ageMs = Math.min(claimed.ageMs, ageMs);
    byPass.set(passId, claimed);
  }
  return [...byPass.values()];
}
