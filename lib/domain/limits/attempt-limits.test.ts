import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { transfer } from "@/lib/domain/transfers/transfer";
import { asOwner } from "@/lib/testing/database";
import { makeCard, stateOfCard, twoAgreedStores } from "@/lib/testing/ledger-fixtures";
import { tryAttempt } from "./attempt-limits";

test("guesses at a store count by /64, and by /48 at eight times the limit", async () => {
  const site = `2001:db8:${randomBytes(2).toString("hex")}`;
  const attempt = (home: number, store = "store-1") =>
    tryAttempt("claim-address", `${store} ${site}:${home}::1`);
  const homes = Array.from({ length: 8 }, (_, home) => home);
  for (const home of homes) expect(await attempt(home)).toBe(true);
  // As if each had been 59.
  await pg()`update rate_limits set hits = (select array_agg(hit) from unnest(hits) hit, generate_series(1, 59))
    where bucket = 'claim-address'`;
  for (const home of homes) expect(await attempt(home)).toBe(true);
  expect(await attempt(0)).toBe(false);
  expect(await attempt(9)).toBe(false);
  expect(await attempt(9, "store-2")).toBe(true);
});

test("what succeeded is answered, though its attempt can't be given back", async () => {
  const [home, away] = await twoAgreedStores();
  const from = await makeCard(home.ctx, { amountCents: 500 });
  const to = await makeCard(away.ctx, { amountCents: 500 });
  await asOwner(async (sql) => {
    await sql`create function break_down() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`;
    await sql`create trigger give_nothing_back before update on rate_limits for each row
      when (cardinality(new.hits) < cardinality(old.hits)) execute function break_down()`;
  });

  const order = { fromCardId: from.id, toCode: to.code, amountCents: 200 };
  expect((await transfer(home.ctx(), order)).card.balanceCents).toBe(300);
  expect(await stateOfCard(to.id)).toMatchObject({ balance: 700 });
});
