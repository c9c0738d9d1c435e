import { expect, expectTypeOf, test } from "vitest";
import { poolOf } from "@/lib/testing/pools";
import { callPool, type reservedPool } from "./client";
import type { Pool } from "./pool";

const idleInTransaction = (pool: Pool) => pool`select from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'`;
const undefinedValueError = { code: "UNDEFINED_VALUE" };
const missingValue = undefined as unknown as number;

test.each([true, false])(
  "a value that is undefined fails its query alone, and no other has another's answer (prepared: %s)",
  async (prepare) => {
    const pool = poolOf(6, { prepare });
    const call = async (caller: number) => {
      for (let n = 0; n < 20; n++) {
        const value = (caller + n) % 10 === 5 ? missingValue : caller + n;
        const query = pool`select ${value}::int as n`;
        if (value !== undefined) expect(await query).toEqual([{ n: value }]);
        else await expect(query).rejects.toMatchObject(undefinedValueError);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, caller) => call(caller)));
  },
);

test("a value that is undefined in a list, in a part of a query or in a transaction fails it too, and the transaction rolls back", async () => {
  const pool = poolOf(2);
  await pool`create table kept (n int)`;
  await expect(
    pool`select ${["a", missingValue as unknown as string]}::text[]`,
  ).rejects.toMatchObject(undefinedValueError);
  const part = pool`${missingValue}::int`;
  await expect(pool`select ${part}`).rejects.toMatchObject(undefinedValueError);
  const work = pool.begin(async (tx) => {
    await Promise.all([tx`insert into kept values (1)`, tx`select ${missingValue}::int`]);
  });
  await expect(work).rejects.toMatchObject(undefinedValueError);
  expect(await pool`select from kept`).toHaveLength(0);
  expect(await idleInTransaction(pool)).toHaveLength(0);
});

test("a value that is undefined costs no connection, since nothing was sent", async () => {
  const pool = poolOf(1);
  const backend = async () => (await pool`select pg_backend_pid() as pid`)[0]?.pid;
  const before = await backend();
  await expect(pool`select ${missingValue}::int`).rejects.toMatchObject(undefinedValueError);
  expect(await backend()).toBe(before);
});

test("lists go in and come out as they are, whatever their texts hold", async () => {
  const pool = poolOf(1);
  const texts = [
    "plain",
    "",
    "NULL",
    'a "quoted" one',
    "back\\slash",
    "a, comma",
    "{braces}",
    "ü\n",
  ];
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const [row] = await pool`select ${texts}::text[] as texts, ${ids}::uuid[] as ids,
    ${[1, -2]}::int[] as numbers, array[null, 'x']::text[] as nulls, '{}'::text[] as none`;
  expect(row).toEqual({ texts, ids, numbers: [1, -2], nulls: [null, "x"], none: [] });
});

test("a statement that a migration makes stale is prepared again with the same values, and no query has another's answer", async () => {
  const pool = poolOf(6);
  const bytes = Buffer.from([1, 2, 3]);
  await pool`create table probe (value int)`;
  await pool`insert into probe values (1)`;
  const stale = () => pool`select *, ${true}::bool as yes, ${bytes}::bytea as bytes,
    ${["a"]}::text[] as texts from probe where ${1}::int = 1`;
  const values = { yes: true, bytes, texts: ["a"] };
  const call = async (caller: number) => {
    for (let n = 0; n < 10; n++) {
      if ((caller + n) % 10 === 5) expect(await stale()).toEqual([{ value: null, ...values }]);
      else expect(await pool`select ${caller + n}::int as n`).toEqual([{ n: caller + n }]);
    }
  };
  for (let round = 1; round <= 5; round++) {
    await Promise.all(Array.from({ length: 30 }, stale));
    await pool.unsafe(
      `alter table probe alter value type ${round % 2 ? "text" : "int"} using null`,
    );
    await Promise.all(Array.from({ length: 20 }, (_, caller) => call(caller)));
  }
});

test("a transaction behind a hundred queries has a connection to itself, and what was acknowledged is there", async () => {
  const pool = poolOf(2);
  await pool`create table written (n int)`;
  const write = (n: number) => pool`insert into written values (${n})`;
  const begin = (n: number) =>
    pool.begin(async (tx) => {
      await tx`insert into written values (${n})`;
      await tx`insert into written values (${n})`;
    });
  for (let round = 0; round < 2; round++) {
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => (n % 100 === 99 ? begin(n) : write(n))),
    );
  }
  const [row] = await pool`select count(*)::int from written`;
  expect(row?.count).toBe(2 * (297 + 3 * 2));
  expect(await idleInTransaction(pool)).toHaveLength(0);
});

test("the rows of a query that fails halfway never appear in the next result, also in a transaction", async () => {
  const pool = poolOf(1);
  const failing = "select 10 / (5 - n) as n from generate_series(1, 10) n";
  const five = "select n from generate_series(1, 5) n";
  const expected = [1, 2, 3, 4, 5].map((n) => ({ n }));
  await expect(pool.unsafe(failing)).rejects.toMatchObject({ code: "22012" });
  expect([...(await pool.unsafe(five))]).toEqual(expected);
  const rows = await pool.begin(async (tx) => {
    await expect(tx.savepoint((inner) => inner.unsafe(failing))).rejects.toThrow(
      "division by zero",
    );
    return [...(await tx.unsafe(five))];
  });
  expect(rows).toEqual(expected);
});

test("a transaction rolls back if it throws or if a query in it failed unnoticed; a failed savepoint rolls back alone", async () => {
  const pool = poolOf(2);
  await pool`create table lines (n int)`;
  const refused = pool.begin(async (tx) => {
    await tx`insert into lines values (1)`;
    throw new Error("given up");
  });
  await expect(refused).rejects.toThrow("given up");
  expect(await idleInTransaction(poolOf(1))).toHaveLength(0);
  const unnoticed = pool.begin(async (tx) => {
    await tx`insert into lines values (2)`;
    await tx`select 1 / 0`.catch(() => {});
  });
  await expect(unnoticed).rejects.toThrow("division by zero");
  await pool.begin(async (tx) => {
    await tx`insert into lines values (3)`;
    await tx
      .savepoint(async (part) => {
        await part`insert into lines values (4)`;
        await part`select 1 / 0`;
      })
      .catch(() => {});
    await tx`insert into lines values (5)`;
  });
  expect((await pool`select n from lines order by n`).map(({ n }) => n)).toEqual([3, 5]);
});

test("a query sent in a savepoint after it failed writes nothing", async () => {
  const pool = poolOf(1);
  await pool`create table parts (n int)`;
  const late = pool.begin(async (tx) => {
    let goOn = () => {};
    const undone = new Promise<void>((settle) => {
      goOn = settle;
    });
    let straggler: Promise<unknown> = Promise.resolve();
    await tx
      .savepoint(async (part) => {
        await part`insert into parts values (1)`;
        straggler = undone.then(() => part`insert into parts values (2)`);
        throw new Error("refused");
      })
      .catch(() => {});
    goOn();
    await expect(straggler).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    await tx`insert into parts values (3)`;
  });
  await late;
  expect([...(await pool`select n from parts`)]).toEqual([{ n: 3 }]);
});

test("connections for one purpose take no transaction, and no other function than those that a node runs", () => {
  expectTypeOf(callPool)
    .parameter(0)
    .toEqualTypeOf<"create_card" | "move_together" | "take_limit">();
  expectTypeOf<ReturnType<typeof callPool>>().not.toHaveProperty("begin");
  expectTypeOf<ReturnType<typeof reservedPool>>().not.toHaveProperty("begin");
});
