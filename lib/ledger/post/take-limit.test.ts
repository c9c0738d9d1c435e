import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";

test("a limit forgets, of however many calls, those alone that are as old as the window", async () => {
  const sql = pg();
  for (const [gone, kept] of [
    [0, 1],
    [1, 1],
    [399, 600],
    [1_000, 0],
  ] as const) {
    const subject = `key:${randomUUID()}`;
    await sql`insert into rate_limits (subject, bucket, hits) select ${subject}, 'money', array(
      select now() - interval '60 seconds' - n * interval '1 ms' from generate_series(${gone}, 1, -1) n
      union all
      select now() - interval '30 seconds' + n * interval '1 ms' from generate_series(1, ${kept}) n)`;
    const [taken] = await sql<[{ remaining: number }]>`
      select (take_limit(${subject}, 'money', 1000, 60000) ->> 'remaining')::int as remaining`;
    const [left] = await sql`select cardinality(hits) as hits from rate_limits
      where subject = ${subject}`;
    expect([taken.remaining, left?.hits]).toEqual([999 - kept, kept + 1]);
  }
});

test("a limit lets in no more while the database's clock is set back", async () => {
  const sql = pg();
  const subject = `key:${randomUUID()}`;
  await sql`insert into rate_limits (subject, bucket, hits)
    values (${subject}, 'money', array[now() + interval '5 seconds'])`;
  const take = async () => {
    const [row] =
      await sql`select (take_limit(${subject}, 'money', 2, 60000) ->> 'refused') as refused`;
    return row?.refused;
  };
  expect([await take(), await take()]).toEqual(["false", "true"]);
  const [row] = await sql`select hits[1] <= hits[2] as ascending from rate_limits
    where subject = ${subject}`;
  expect(row?.ascending).toBe(true);
});

test("first calls that meet are let in, all of them where there is room", async () => {
  const sql = pg();
  for (let round = 0; round < 100; round++) {
    const subject = `key:${randomUUID()}`;
    const taken = await Promise.all(
      Array.from(
        { length: 4 },
        () => sql`select (take_limit(${subject}, 'money', 4, 60000) ->> 'refused') as refused
          from pg_sleep(${Math.random() / 500})`,
      ),
    );
    expect(taken.filter(([row]) => row?.refused === "false")).toHaveLength(4);
  }
});

test("a call that waited for its turn counts from then on, so that no window holds more than the limit", async () => {
  const subject = `key:${randomUUID()}`;
  const take = (on = pg()) => on`select take_limit(${subject}, 'money', 50, 60000)`;
  await take();
  const sql = ownConnection();
  await sql`begin`;
  await sql`select from rate_limits where subject = ${subject} for update`;
  const waiting = Promise.all([take()]);
  await waitForLocks();
  const [released] = await sql<
    [{ at: string }]
  >`select clock_timestamp()::text as at from pg_sleep(0.1)`;
  await sql`commit`;
  await waiting;
  const [row] = await pg()`select hits[2] >= ${released.at}::timestamptz as later from rate_limits
    where subject = ${subject}`;
  expect(row?.later).toBe(true);
});

test("limits as servers of 1.0.0 send and read them are counted with those of this release", async () => {
  const [merchant, subject] = [randomUUID(), `key:${randomUUID()}`];
  const take = async (limit: object) => {
    const [row] = await pg()<[{ taken: object }]>`
      select take_limits(${merchant}, null, ${subject}, ${JSON.stringify([limit])}::jsonb) as taken`;
    return row.taken;
  };
  const window = { max: 2, windowMs: 60_000 };
  expect(await take({ ...window, bucket: "gift" })).toMatchObject({
    rates: [{ ...window, bucket: "gift", remaining: 1 }],
  });
  expect(await take({ ...window, name: "gift" })).toMatchObject({
    rates: [{ ...window, name: "gift", remaining: 0 }],
  });
  expect(await take({ ...window, bucket: "gift" })).toMatchObject({ refusal: "rate_limited" });
});
