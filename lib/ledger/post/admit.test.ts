import { afterAll, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { claim } from "@/lib/domain/cards/claim";
import { create } from "@/lib/domain/cards/create";
import { disable } from "@/lib/domain/cards/disable";
import { load } from "@/lib/domain/cards/load";
import { spend } from "@/lib/domain/cards/spend";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { verify } from "@/lib/ledger/verify/verify";
import { atOnce, makeCard, outcome, race } from "@/lib/testing/ledger-fixtures";
import { raceToWrite } from "@/lib/testing/locks";
import { createStore } from "@/lib/testing/store";
import { operation } from "./operation";

const newCardValues = { currency: "USD", cardType: "digital" } as const;
const activeCard = async (ctx: () => Ctx, amountCents = 1_000) =>
  (await makeCard(ctx, { amountCents })).id;

const rowsOf = (table: string, merchantId: string) =>
  pg().unsafe(`select * from ${table} where merchant_id = '${merchantId}'`);

const keyed = (key: string, request = "same") => ({
  idempotency: { key, fingerprint: Buffer.from(request), path: "/test" },
});

describe("an Idempotency-Key", () => {
  test("used by 20 concurrent debits moves money once and answers all alike", async () => {
    const { ctx, id } = await createStore();
    const cardId = await activeCard(ctx);
    const key = crypto.randomUUID();

    const results = await atOnce(20, () => spend(ctx(keyed(key)), { cardId, amountCents: 300 }));

    expect(new Set(results.map((r) => JSON.stringify(r)))).toHaveLength(1);
    expect(results[0]?.card.balanceCents).toBe(700);
    expect(await rowsOf("transactions", id)).toHaveLength(2);
  });

  test("used by 20 concurrent creations makes one card and answers all alike", async () => {
    const { ctx, id } = await createStore();
    const key = crypto.randomUUID();
    const results = await raceToWrite("idempotency_keys", () =>
      atOnce(20, () => create(ctx(keyed(key)), newCardValues)),
    );
    expect(new Set(results.map(({ card }) => card.id + card.sealedCode))).toHaveLength(1);
    expect(await rowsOf("cards", id)).toHaveLength(1);
  });

  test("replays a refusal, with the request id of the refused request", async () => {
    const { ctx } = await createStore();
    const cardId = await activeCard(ctx, 100);
    const first = ctx(keyed("k"));
    const refusal = { code: "insufficient_balance", options: { extras: { balanceCents: 100 } } };
    await expect(spend(first, { cardId, amountCents: 101 })).rejects.toMatchObject(refusal);
    await load(ctx(), { cardId, amountCents: 500 });
    const again = ctx(keyed("k"));
    await expect(spend(again, { cardId, amountCents: 101 })).rejects.toMatchObject({
      ...refusal,
      options: { ...refusal.options, requestId: first.requestId },
    });
    expect(again.reply.replayed).toBe(true);
  });

  test("keeps nothing of what failed on our side: the same request may be sent again", async () => {
    const { ctx } = await createStore();
    const again = () => ctx(keyed("k"));
    const fault = new Error("nobody foresaw this");
    await expect(operation(again(), () => Promise.reject(fault))).rejects.toBe(fault);
    expect(await operation(again(), async () => ({ done: true }))).toEqual({ done: true });
  });

  test("with another request is refused and moves nothing", async () => {
    const { ctx } = await createStore();
    const cardId = await activeCard(ctx);
    await spend(ctx(keyed("k", "one")), { cardId, amountCents: 1 });
    const another = spend(ctx(keyed("k", "two")), { cardId, amountCents: 2 });
    expect(await outcome(another)).toBe("idempotency_key_reused");
  });

  test("is another key at another merchant", async () => {
    for (const { ctx, id } of [await createStore(), await createStore()]) {
      const [creation, debit] = [ctx(keyed("creation")), ctx(keyed("debit"))];
      const { card } = await create(creation, newCardValues);
      expect([card.merchantId, creation.reply.replayed]).toEqual([id, false]);
      const cardId = await activeCard(ctx);
      const debited = await spend(debit, { cardId, amountCents: 1 });
      expect([debited.card.id, debit.reply.replayed]).toEqual([cardId, false]);
    }
  });

  test("is forgotten after 24 hours of the database's clock", async () => {
    const { ctx } = await createStore();
    const cardId = await activeCard(ctx);
    await spend(ctx(keyed("k")), { cardId, amountCents: 1 });
    await create(ctx(keyed("creation")), newCardValues);
    await pg()`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`;
    const creation = ctx(keyed("creation", "another"));
    await create(creation, newCardValues);
    expect(creation.reply.replayed).toBe(false);
    const again = ctx(keyed("k", "another"));
    const { card } = await spend(again, { cardId, amountCents: 1 });
    expect([card.balanceCents, again.reply.replayed]).toEqual([998, false]);
    const replay = ctx(keyed("k", "another"));
    await spend(replay, { cardId, amountCents: 1 });
    expect(replay.reply.replayed).toBe(true);
  });

  test("keeps no card code, sealed or not", async () => {
    const { ctx, id } = await createStore();
    const { card } = await create(ctx(keyed("k")), newCardValues);
    await load(ctx(), { cardId: card.id, amountCents: 100 });
    await disable(ctx(keyed("d")), { cardId: card.id });
    const kept = await rowsOf("idempotency_keys", id);
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain(card.sealedCode);
    expect(JSON.stringify(kept)).not.toContain("sealed");
  });
});

describe("a limit", () => {
  const limits = [{ name: "money", max: 5, windowMs: 60_000 }];

  test("lets in exactly its number of concurrent calls, refused ones included", async () => {
    const { ctx } = await createStore();
    const cardId = await activeCard(ctx, 3);
    const outcomes = await race(12, () => spend(ctx({ limits }), { cardId, amountCents: 1 }));
    expect(outcomes).toEqual({ done: 3, insufficient_balance: 2, rate_limited: 7 });
  });

  test("is a sliding window: a call leaves it exactly when it is as old as the window", async () => {
    const { ctx } = await createStore();
    const cardId = await activeCard(ctx);
    const call = () => spend(ctx({ limits }), { cardId, amountCents: 1 });
    for (let n = 0; n < 5; n++) await call();
    expect(await outcome(call())).toBe("rate_limited");
    await pg()`update rate_limits
      set hits = (select array_agg(case when n = 1 then hit - interval '61 seconds' else hit end order by n)
        from unnest(hits) with ordinality h(hit, n)) where bucket = 'money'`;
    await call();
    expect(await outcome(call())).toBe("rate_limited");
  });

  test("costs a replay nothing, and tells what is left", async () => {
    const { ctx } = await createStore();
    const cardId = await activeCard(ctx);
    const first = ctx({ limits, ...keyed("k") });
    await spend(first, { cardId, amountCents: 1 });
    expect(first.reply.rates).toMatchObject([{ name: "money", max: 5, remaining: 4 }]);
    for (let n = 0; n < 9; n++)
      await spend(ctx({ limits, ...keyed("k") }), { cardId, amountCents: 1 });
    const next = ctx({ limits });
    await spend(next, { cardId, amountCents: 1 });
    expect(next.reply.rates).toMatchObject([{ remaining: 3 }]);
  });

  test("that a duplicate used up gives the other duplicates its answer, not a refusal", async () => {
    const { ctx, id } = await createStore();
    const once = [{ name: "create", max: 1, windowMs: 60_000 }];
    const results = await raceToWrite("rate_limits", () =>
      atOnce(8, () => create(ctx({ limits: once, ...keyed("k") }), newCardValues)),
    );
    expect(new Set(results.map(({ card }) => card.id))).toHaveLength(1);
    expect(await rowsOf("cards", id)).toHaveLength(1);
  });

  test("of activation is taken by a load that activates, and one that it refuses costs no money call", async () => {
    const { ctx } = await createStore();
    const activationLimits = [{ name: "activate", max: 1, windowMs: 60_000 }];
    const [one, two] = [await makeCard(ctx), await makeCard(ctx)];
    const limited = () => ctx({ limits, activationLimits });
    await load(limited(), { cardId: one.id, amountCents: 1 });
    const second = load(limited(), { cardId: two.id, amountCents: 1 });
    expect(await outcome(second)).toBe("rate_limited");
    const third = limited();
    await load(third, { cardId: one.id, amountCents: 1 });
    expect(third.reply.rates).toMatchObject([{ name: "money", remaining: 3 }]);
  });
});

describe("races", () => {
  // After all races, the ledger still balances.
  afterAll(async () => {
    expect(await verify()).toMatchObject({ ok: true, problems: [] });
  });

  test("30 concurrent activations: one succeeds, 29 find the card active", async () => {
    const { ctx } = await createStore();
    const { id: cardId } = await makeCard(ctx);
    const outcomes = await race(30, () => activate(ctx(), { cardId, amountCents: 10 }));
    expect(outcomes).toEqual({ done: 1, card_already_active: 29 });
  });

  test("20 concurrent claims by different people: one succeeds, one mail is queued", async () => {
    const { ctx, id } = await createStore();
    const cardId = await activeCard(ctx);
    const outcomes = await race(20, (n) => claim(ctx(), { cardId, email: `p${n}@example.com` }));
    expect(outcomes).toEqual({ done: 1, card_already_claimed: 19 });
    expect(await rowsOf("outbox", id)).toMatchObject([
      { kind: "email", payload: { template: "card_invitation", cardId } },
    ]);
  });

  test("a claim again by the same consumer changes nothing and sends no second mail", async () => {
    const { ctx, id } = await createStore();
    const cardId = await activeCard(ctx);
    await claim(ctx(), { cardId, email: "ada@example.com" });
    const { card } = await claim(ctx(), { cardId, email: "ada@example.com" });
    expect(card.ownerEmail).toBe("ada@example.com");
    expect(await rowsOf("outbox", id)).toHaveLength(1);
  });

  test.each(["new", "known"])(
    "10 concurrent first store credits to a %s consumer: one wallet, one card, the sum right",
    async (who) => {
      const { ctx, id } = await createStore();
      const email = `${who}@example.com`;
      const credit = { email, amountCents: 7, currency: "USD", source: "manual" };
      if (who === "known") await issueStoreCredit((await createStore()).ctx(), credit);
      const results = await raceToWrite("wallets", () =>
        atOnce(10, () => issueStoreCredit(ctx(), credit)),
      );
      expect(new Set(results.map((r) => r.walletId))).toHaveLength(1);
      expect(await rowsOf("wallets", id)).toHaveLength(1);
      expect(await rowsOf("cards", id)).toMatchObject([
        { balance_cents: "70", status: "active", card_type: "digital" },
      ]);
    },
  );

  test("store credit after its card was disabled opens a new card under the same wallet", async () => {
    const { ctx } = await createStore();
    const credit = { email: "ada@example.com", amountCents: 7, currency: "USD", source: "refund" };
    const first = await issueStoreCredit(ctx(), credit);
    await disable(ctx(), { cardId: first.card.id });
    const second = await issueStoreCredit(ctx(), credit);
    expect(second.walletId).toBe(first.walletId);
    expect(second.card.id).not.toBe(first.card.id);
    expect(second.card.balanceCents).toBe(7);
    expect(second.transaction.source).toBe("refund");
  });
});
