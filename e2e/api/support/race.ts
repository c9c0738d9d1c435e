import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { Answer } from "../../support/client";

const MIN_WAITING_CONNECTIONS = 5;
const MAX_HELD_MS = 1_000;
const POLL_EVERY_MS = 20;

/**
 * Sends requests at once while holding the card's row lock until several wait for it, so that they really
 * race. Releases the lock before the server's 2 s lock timeout. Returns all responses.
 */
export async function raceOn(
  sql: Sql,
  cardUuid: string,
  send: (index: number) => Promise<Answer>,
  count: number,
): Promise<Answer[]> {
  const racing = await sql.begin(async (tx) => {
    const [held] = await tx`select pg_backend_pid() as pid from cards where id = ${cardUuid}
      for update`;
    const answers = Array.from({ length: count }, (_, index) => send(index));
    const heldUntilMs = performance.now() + MAX_HELD_MS;
    while (performance.now() < heldUntilMs) {
      if ((await countWaiting(sql, held?.pid)) >= MIN_WAITING_CONNECTIONS) break;
      await sleep(POLL_EVERY_MS);
    }
    return { answers };
  });
  return Promise.all(racing.answers);
}

/** Counts the connections blocked by this one, directly or through another. */
async function countWaiting(sql: Sql, holder: number): Promise<number> {
  const [row] = await sql`with recursive waiting as (
      select pid from pg_stat_activity where ${holder}::int = any(pg_blocking_pids(pid))
      union
      select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid))
    ) select count(*)::int from waiting`;
  return row?.count ?? 0;
}
