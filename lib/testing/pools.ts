import { afterEach } from "vitest";
import { createPool, type Pool } from "../db/pool";

const open: Pool[] = [];

/** A pool for the test's database, closed by closePoolsAfterEach(). */
export function poolOf(
  connections: number,
  { url = process.env.DATABASE_URL ?? "", prepare = true, answerTimeoutMs = 20_000 } = {},
): Pool {
  const pool = createPool({ url, connections, prepare, answerTimeoutMs });
  open.push(pool);
  return pool;
}

/** Closes a test's pools after it. */
export const closePoolsAfterEach = () =>
  afterEach(async () => {
    await Promise.all(open.splice(0).map((pool) => pool.end(5_000)));
  });
