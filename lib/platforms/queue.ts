import { sql } from "drizzle-orm";
import type { Db, Tx } from "../db/client";

/** Of a card, or of all of a batch. A look asks what the platform shows, whatever is known of it. */
type Job = { cardId: string; sequence: number; look?: true } | { batchId: string };

/** Queues work on platform cards of a store, beside what each change of a card queues (mirror.sql). */
export const queueJobs = (on: Db | Tx, merchantId: string, jobs: Job[]) =>
  on.execute(sql`
    insert into outbox (id, merchant_id, kind, payload)
    select gen_random_uuid(), ${merchantId}, 'platform_card', job
    from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) job`);
