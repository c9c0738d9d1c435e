import { sql } from "drizzle-orm";
import type { ApiShape } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import type { Outcome } from "@/lib/ledger/post/records";

export type StoredAnswer = {
  /** The path of the request; null if it was stored by a former release. */
  path: string | null;
  shape: ApiShape;
  requestId: string;
  createdAt: Date | string;
  /** What a retry of the request gets. */
  outcome: Outcome<object>;
};

/** What is stored under an Idempotency-Key; null if nothing was in the last 24 hours. Changes nothing. */
export async function findStoredAnswer(
  merchantId: string,
  key: string,
): Promise<StoredAnswer | null> {
  const [row] = await db().execute<StoredAnswer>(sql`
    select k.path, k.shape, k.request_id as "requestId",
      (select created_at from idempotency_keys where merchant_id = ${merchantId} and key = ${key})
        as "createdAt",
      replay_answer(k, k.fingerprint) as outcome
    from find_answer(${merchantId}, ${key}) k`);
  return row ?? null;
}
