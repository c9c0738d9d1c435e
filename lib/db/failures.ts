import { setTimeout as sleep } from "node:timers/promises";

const SERIALIZATION_FAILURE = "40001";
export const DEADLOCK = "40P01";
/** A row lock was not had within `lock_timeout`. */
export const LOCK_TIMEOUT = "55P03";
const STATEMENT_TIMEOUT = "57014";
/** Where Postgres finds that a prepared statement is stale or gone: it is prepared anew when next used. */
const STALE_STATEMENT = ["RevalidateCachedQuery", "FetchPreparedStatement"];

const ATTEMPTS = 6;
const MAX_PAUSE_MS = 40;

/** The Postgres or driver code of an error, however deep the query builder wrapped it. */
export const sqlState = (error: unknown): string | undefined => fieldOf(error, "code");

function fieldOf(error: unknown, name: "code" | "routine"): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const value = (cause as Error & Record<typeof name, unknown>)[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** Whether the database could not take the work now, though the work was fine. */
export function isBusy(error: unknown): boolean {
  const code = sqlState(error);
  if (!code) return false;
  if (STALE_STATEMENT.includes(fieldOf(error, "routine") ?? "")) return true;
  return (
    [SERIALIZATION_FAILURE, DEADLOCK, LOCK_TIMEOUT, STATEMENT_TIMEOUT].includes(code) ||
    /^(08|53|57P)/.test(code) ||
    /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT)/.test(code)
  );
}

/** Runs a whole commit again, a bounded number of times, when it lost a race with another. */
export async function retrying<T>(commit: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit();
    } catch (error) {
      const lostRace = [SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error) ?? "");
      if (!lostRace || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
}
