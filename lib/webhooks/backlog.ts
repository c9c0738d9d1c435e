import { pg } from "../db/client";

const COUNTED_UP_TO = 100_000;

/**
 * What waits to be delivered, over all stores and counted up to a hundred thousand: how many, and
 * for how many seconds the one that is most overdue has been due.
 */
export async function deliveriesBacklog(): Promise<{ pending: number; overdueSeconds: number }> {
  const [row] = await pg()<[{ pending: number; overdueSeconds: number }]>`
    select count(*)::int as pending,
      greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8
        as "overdueSeconds"
    from (select next_attempt_at from webhook_deliveries where status = 'pending'
      limit ${COUNTED_UP_TO}) waiting`;
  return row;
}
