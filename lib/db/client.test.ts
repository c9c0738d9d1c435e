import { expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { pg } from "./client";
import { isBusy } from "./failures";

useTestDatabase();

test("a query with a parameter that is undefined fails alone, and no other has another's answer", async () => {
  const call = async (caller: number) => {
    for (let n = 0; n < 20; n++) {
      const value = (caller + n) % 10 === 5 ? undefined : caller + n;
      const query = pg()`select ${value as number}::int as n`;
      if (value !== undefined) expect(await query).toEqual([{ n: value }]);
      else await expect(query).rejects.toMatchObject({ code: "UNDEFINED_VALUE" });
    }
  };
  await Promise.all(Array.from({ length: 60 }, (_, caller) => call(caller)));
});

test("what can't be built leaves its session to others: idle, reserved or in a transaction", async () => {
  const broken = undefined as unknown as string;
  const isRefused = { code: "UNDEFINED_VALUE" };
  for (let n = 0; n < 20; n++) {
    await expect(pg()`select ${broken}::int`).rejects.toMatchObject(isRefused);
    const session = await pg().reserve();
    await expect(session`select ${broken}::int`).rejects.toMatchObject(isRefused);
    expect(await session`select ${n}::int as n`).toEqual([{ n }]);
    session.release();
    const transaction = pg().begin((tx) =>
      Promise.all([tx`select ${n}::int`, tx`select ${broken}::int`]),
    );
    await expect(transaction).rejects.toMatchObject(isRefused);
  }
  const open = await pg()`select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  expect(open).toHaveLength(0);
});

test("an undefined in a list fails alone, though its statement is prepared already", async () => {
  const lists = (...texts: (string | undefined)[]) =>
    pg()`select ${texts as string[]}::text[] as l`;
  await Promise.all(Array.from({ length: 50 }, () => lists("a")));
  const work = Array.from({ length: 100 }, (_, n) => lists(n % 10 === 5 ? undefined : String(n)));
  for (const [n, settled] of (await Promise.allSettled(work)).entries()) {
    if (n % 10 === 5) expect(settled.status).toBe("rejected");
    else expect(settled).toMatchObject({ value: [{ l: [String(n)] }] });
  }
});

test("a statement that a migration makes stale fails once a session, and no query has another's answer", async () => {
  await pg()`create table probe (value int)`;
  await pg()`insert into probe values (1)`;
  const stale = () => pg()`select * from probe where ${1}::int = 1`;
  const numbered = (n: number) => pg()`select ${n}::int as n`;
  // Many callers, so that queries go on being sent ahead while one of them is found stale.
  const call = async (caller: number) => {
    for (let n = 0; n < 20; n++) {
      if ((caller + n) % 10 === 5) {
        const [row] = await stale().catch((error) => [{ value: null, busy: isBusy(error) }]);
        expect(row).toEqual(
          row?.busy === undefined ? { value: null } : { value: null, busy: true },
        );
      } else expect(await numbered(caller + n)).toEqual([{ n: caller + n }]);
    }
  };
  for (let round = 1; round <= 5; round++) {
    // Prepared in every session, and then made stale in all.
    await Promise.allSettled(Array.from({ length: 100 }, (_, n) => [stale(), numbered(n)]).flat());
    await pg().unsafe(
      `alter table probe alter value type ${round % 2 ? "text" : "int"} using null`,
    );
    await Promise.all(Array.from({ length: 60 }, (_, caller) => call(caller)));
  }
  expect(await stale()).toEqual([{ value: null }]);
});
