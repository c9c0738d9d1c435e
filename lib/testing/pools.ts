import { onTestFinished } from "vitest";
import { createPool, type Pool } from "@/lib/db/client/pool";

/** Opens a pool for the test's database, as its owner, which is closed after the test. */
export function poolOf(
  connections: number,
  {
    url = process.env.MIGRATE_DATABASE_URL ?? "",
    prepare = true,
    answerTimeoutMs = 20_000,
    waitTimeoutMs = 20_000,
  } = {},
): Pool {
  const pool = createPool({ url, connections, prepare, answerTimeoutMs, waitTimeoutMs });
  onTestFinished(() => pool.end(5_000));
  return pool;
}
