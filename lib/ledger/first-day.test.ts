import { expect, test } from "vitest";
import { REFUSED_STATUSES } from "@/lib/cards/status";
import { db, pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { cardOf, openStore } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { createWebhook } from "@/lib/webhooks/create";
import { moveInput } from "./movement";

useTestDatabase();

const MANY = 5_000;

/** A movement of a cent with every guarantee, as the ledger reads it, on a store's one card. */
async function openTill(type: "spend" | "load") {
  const { id, ctx } = await openStore();
  const events = ["card.debited", "card.balance_changed"] as const;
  await createWebhook(ctx(), { url: "https://example.com/hook", events: [...events] });
  const card = await cardOf(ctx, { amountCents: 1_000 });
  const movement = () => {
    const idempotency = { key: newId(), fingerprint: Buffer.from("a body") };
    const limits = [{ bucket: "money", max: 50, windowMs: 60_000 }];
    const input = moveInput(ctx({ idempotency, limits }), {
      type,
      counterAccount: type === "spend" ? "redemption" : "issuance",
      refusedStatuses: REFUSED_STATUSES.debit,
      refusesExpired: true,
      events,
      activationEvents: [],
      cardId: card.id,
      amountCents: 1,
    });
    return JSON.stringify([{ ...input, transaction: newId() }]);
  };
  return { merchantId: id, movement };
}

/**
 * Thousands of rows in the tables that a movement looks into. But for the cards: those are joined with
 * what is written, as Postgres thinks best of as many as it counted last, a minute ago at most.
 */
async function grow(merchantId: string): Promise<void> {
  await pg()`insert into merchants select copy.* from merchants m, generate_series(1, ${MANY}) n,
      jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'slug', m.slug || n)) copy
    where m.id = ${merchantId}`;
  await pg()`insert into rate_limits (subject, bucket, hits)
    select gen_random_uuid(), 'money', '{}' from generate_series(1, ${MANY})`;
  await pg()`insert into idempotency_keys (merchant_id, key, fingerprint, shape, request_id, answer)
    select ${merchantId}, gen_random_uuid(), '', 'A', '', '{}' from generate_series(1, ${MANY})`;
}

test.each(["spend", "load"] as const)(
  "a session that planned a %s when there was next to nothing goes through none of the tables that movements fill",
  async (type) => {
    db();
    const { merchantId, movement } = await openTill(type);
    await pg()`vacuum analyze`;
    const session = await pg().reserve();
    const move = () => session`select outcome from move_together(${movement()}, false)`;
    for (let n = 0; n < 3; n++) await move();
    await grow(merchantId);

    await session`begin`;
    const [moved] = await move();
    const read = await session`select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
      from pg_stat_xact_user_tables where seq_tup_read + coalesce(idx_tup_fetch, 0) > ${MANY / 10}`;
    await session`commit`;
    session.release();
    expect(moved?.outcome.answer.card.sequence).toBe(5);
    expect([...read]).toEqual([]);
  },
);
