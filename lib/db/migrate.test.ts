import postgres from "postgres";
import { expect, test } from "vitest";
import { activate } from "../cards/activate";
import { create } from "../cards/create";
import { spend } from "../cards/spend";
import { useTestDatabase } from "../testing/database";
import { createStore } from "../testing/store";
import { pg } from "./client";
import { migrate } from "./migrate";

useTestDatabase();

test("migrating again while tills debit fails neither, and changes nothing", async () => {
  const { ctx } = await createStore();
  const ids = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
      await activate(ctx(), { cardId: card.id, amountCents: 1_000_000 });
      return card.id;
    }),
  );
  let stop = false;
  let debits = 0;
  const till = async (cardId: string) => {
    for (; !stop; debits++) await spend(ctx(), { cardId, amountCents: 1 });
  };
  const tills = ids.map(till);
  for (let run = 0; run < 5; run++) await migrate(process.env.DATABASE_URL ?? "");
  stop = true;
  await Promise.all(tills);
  expect(debits).toBeGreaterThan(0);
  const [row] = await pg()<[{ deadlocks: string }]>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  expect(Number(row.deadlocks)).toBe(0);
});

test("the database gives every session 5 s for a statement and 2 s for a lock, without being asked", async () => {
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1 });
  const [row] = await sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`;
  await sql.end();
  expect(row).toEqual({ statement: "5s", lock: "2s" });
});
