import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { asOwner } from "@/lib/testing/database";
import { makeCard, openStore } from "@/lib/testing/ledger-fixtures";
import { ownConnection } from "@/lib/testing/locks";
import { moveInput } from "./move-input";

const ADDED_ROW_COUNT = 5_000;
const MONEY_LIMIT = { name: "money", max: 50, windowMs: 60_000 };

/** Creates a store with a webhook and a card. `movement` builds the input for a movement of one cent. */
async function openTill() {
  const { id, ctx } = await openStore();
  await createWebhook(ctx(), {
    url: "https://example.com/hook",
    events: ["card.debited", "card.balance_changed"],
  });
  const card = await makeCard(ctx, { amountCents: 1_000 });
  const movement = (kind: "redemption" | "topUp") => {
    const idempotency = { key: newId(), fingerprint: Buffer.from("a body"), path: "/test" };
    const input = moveInput(ctx({ idempotency, limits: [MONEY_LIMIT] }), {
      ...MOVEMENT_POLICIES[kind],
      cardId: card.id,
      amountCents: 1,
    });
    return JSON.stringify([{ ...input, transaction: newId() }]);
  };
  return { merchantId: id, movement };
}

/**
 * Adds thousands of rows to the tables that a movement reads, except cards: Postgres chooses how to join
 * those by the row count of its last analyze.
 */
async function grow(merchantId: string): Promise<void> {
  await pg()`insert into merchants select copy.* from merchants m, generate_series(1, ${ADDED_ROW_COUNT}) n,
      jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'slug', m.slug || n)) copy
    where m.id = ${merchantId}`;
  await pg()`insert into rate_limits (subject, bucket, hits)
    select gen_random_uuid(), 'money', '{}' from generate_series(1, ${ADDED_ROW_COUNT})`;
  await pg()`insert into idempotency_keys (merchant_id, key, fingerprint, shape, request_id, answer)
    select ${merchantId}, gen_random_uuid(), '', 'A', '', '{}' from generate_series(1, ${ADDED_ROW_COUNT})`;
  await pg()`insert into events (merchant_id, id, event, card_id, sequence, amount_cents, currency,
      new_balance_cents)
    select ${merchantId}, gen_random_uuid(), event, card_id, sequence, amount_cents, currency,
      new_balance_cents from (select * from events where merchant_id = ${merchantId} limit 1) e,
        generate_series(1, ${ADDED_ROW_COUNT})`;
}

test("a session that made its plans in an empty shop finds store, limit, key and event at once when there are many", async () => {
  const { merchantId, movement } = await openTill();
  await asOwner((sql) => sql`vacuum analyze`);
  const session = ownConnection();
  const work = async () => {
    for (const kind of ["redemption", "topUp"] as const) {
      await session`select from move_together(${movement(kind)}, false)`;
    }
    const [row] = await session`select begin_guarded(
      ${merchantId}, ${newId()}, ''::bytea, 'key', ${JSON.stringify([MONEY_LIMIT])}) as admitted`;
    return row?.admitted;
  };
  for (let n = 0; n < 6; n++) await work();
  await grow(merchantId);

  await session`begin`;
  const admitted = await work();
  const read = await session`select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_xact_user_tables where seq_tup_read + coalesce(idx_tup_fetch, 0) > ${ADDED_ROW_COUNT / 10}`;
  await session`commit`;
  expect(admitted.rates).toMatchObject([{ refused: false, remaining: 43 }]);
  expect(await pg()`select from transactions where merchant_id = ${merchantId}`).toHaveLength(15);
  expect([...read]).toEqual([]);
});
