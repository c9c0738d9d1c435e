import { sql } from "drizzle-orm";
import { pg, type Tx } from "@/lib/db/client/client";
import type { Job } from "@/lib/domain/mail/jobs";

/** Longer than all calls for one pass. */
const LEASE_MS = 60_000;
/** Due jobs that a claim looks at, to find several of one pass. */
const MAX_JOBS_READ = 200;

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

/**
 * Leases due jobs of up to `slots` passes to this process. A pass whose update is under way waits: two at the same time could
 * leave the older balance. Its row is locked meanwhile, so that only one process claims it.
 */
export async function claimDue(slots: number): Promise<PassJobs[]> {
  const rows = await pg()<(Job & { passId: string; ageMs: number })[]>`
    with due as (
      select id, merchant_id, payload ->> 'passId' as pass_id from outbox
      where status = 'pending' and kind = 'wallet_pass' and next_attempt_at <= now()
        and (leased_until is null or leased_until < now())
      order by next_attempt_at limit ${MAX_JOBS_READ} for update skip locked
    ), claimed as (select merchant_id, pass_id from due group by 1, 2 limit ${slots}
    ), passes as (
      select w.pass_id from claimed w
        left join lateral (select id from wallet_passes
          where merchant_id = w.merchant_id and id = w.pass_id::uuid for update skip locked) p on true
      where not exists (select from outbox r where r.status = 'pending' and r.kind = 'wallet_pass'
          and r.merchant_id = w.merchant_id and r.payload ->> 'passId' = w.pass_id
          and r.leased_until >= now())
        -- Jobs of a purged pass, which has no row, are claimed too; those of a locked one belong to another process.
        and (p.id is not null or not exists (select from wallet_passes
          where merchant_id = w.merchant_id and id = w.pass_id::uuid))
    )
    update outbox o set leased_until = clock.lease
    from due join passes using (pass_id), (select at, lease, lease::text as text from (
      select now() as at, statement_timestamp() + ${LEASE_MS} * interval '1 millisecond' as lease) times offset 0) clock
    where o.id = due.id
    returning o.id, o.merchant_id as "merchantId", o.payload, o.attempts,
      clock.text as lease, due.pass_id as "passId",
      (extract(epoch from clock.at - o.created_at) * 1000)::float8 as "ageMs"`;
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
