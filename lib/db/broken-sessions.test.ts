import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { pg } from "./client";

useTestDatabase();

test("sessions that are killed in the midst of work fail what they were at, whole, and nothing after it", async () => {
  await pg()`create table written (id serial, what text)`;
  const killer = postgres(process.env.DATABASE_URL ?? "", { max: 1 });
  let failed = 0;
  const read = async (n: number) => {
    const rows = await pg()`select ${n}::int as n`.catch(() => failed++);
    if (Array.isArray(rows)) expect(rows).toEqual([{ n }]);
  };
  // Two rows or none, and none when it is given up in the middle.
  const write = (what: string, givenUp: boolean) =>
    pg()
      .begin(async (tx) => {
        await tx`insert into written (what) values (${what})`;
        if (givenUp) throw new Error("given up");
        await tx`insert into written (what) values (${what})`;
      })
      .catch(() => failed++);

  for (let round = 0; round < 20; round++) {
    let over = false;
    const callers = Array.from({ length: 40 }, async (_, caller) => {
      for (let n = 0; !over; n++) {
        if (caller % 2 === 0) await read(n);
        else await write(`${round} ${caller} ${n}`, caller % 4 === 1);
      }
    });
    // For work to be under way, whichever it is.
    await sleep(20);
    await killer`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await sleep(20);
    over = true;
    await Promise.all(callers);
  }
  await killer.end();
  expect(failed).toBeGreaterThan(20);
  const torn = await pg()`select what, count(*)::int from written group by 1 having count(*) <> 2`;
  expect(torn).toEqual([]);
}, 60_000);
