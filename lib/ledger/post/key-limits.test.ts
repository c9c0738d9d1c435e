import { describe, expect, test } from "vitest";
import type { AmountLimit, AmountLimits, Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { credit } from "@/lib/domain/cards/credit";
import { editMetadata } from "@/lib/domain/cards/edit-metadata";
import { unfreeze } from "@/lib/domain/cards/freeze";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { spend } from "@/lib/domain/cards/spend";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { transfer } from "@/lib/domain/transfers/transfer";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { deadlocks } from "@/lib/testing/deadlocks";
import { atOnce, makeCard, openStore, outcome, race } from "@/lib/testing/ledger-fixtures";
import { raceToWrite } from "@/lib/testing/locks";
import { newKey } from "@/lib/testing/store";
import { uniqueEmail } from "@/lib/testing/wallet";
import { move, moveOne } from "./move";
import { operation } from "./operation";

const NONE: AmountLimit = { perMovementCents: null, perDayCents: null };
const perDay = (cents: number): AmountLimit => ({ perMovementCents: null, perDayCents: cents });

/** A store with a card, and a key with these limits: `till()` makes contexts of its requests. */
async function storeWithLimitedKey(given: Partial<AmountLimits>, timeZone = "UTC") {
  const { id, ctx } = await openStore({ timeZone });
  const { key } = await newKey(ctx());
  const amountLimits = { in: NONE, out: NONE, ...given };
  const till = (more: Partial<Ctx> = {}) => {
    const made = ctx(more);
    return { ...made, principal: { ...made.principal, actor: `key:${key.id}`, amountLimits } };
  };
  const card = (currency = "USD", amountCents = 100_000) =>
    makeCard(ctx, { amountCents, currency });
  return { id, ctx, till, keyId: key.id, card };
}

const countedOf = async (keyId: string) => [
  ...(await pg()`select day::text, currency, in_cents::int as in, out_cents::int as out
    from api_key_days where key_id = ${keyId} order by day, currency`),
];
const countedToday = async (keyId: string) =>
  (await countedOf(keyId)).map(({ currency, in: added, out }) => `${currency} ${added} ${out}`);

const idOf = (cards: { id: string }[], n: number): string => cards[n % cards.length]?.id ?? "";

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => ({ code: error.code, ...error.options.extras }),
  );

describe("a key's limit per movement", () => {
  test("refuses larger amounts in its direction only, with what is left", async () => {
    const { till, card, keyId } = await storeWithLimitedKey({
      out: { perMovementCents: 500, perDayCents: null },
    });
    const { id: cardId } = await card();
    expect(await refusalOf(spend(till(), { cardId, amountCents: 501 }))).toEqual({
      code: "key_limit_exceeded",
      limit: "per_movement",
      direction: "out",
      currency: "USD",
      remainingCents: 500,
    });
    expect(await outcome(spend(till(), { cardId, amountCents: 500 }))).toBe("done");
    expect(await outcome(credit(till(), { cardId, amountCents: 501 }))).toBe("done");
    expect(await countedOf(keyId)).toEqual([]);
  });
});

describe("a key's limit per day", () => {
  test("is kept exactly by concurrent movements on many cards, also in operations with transactions of their own", async () => {
    const { till, card, keyId } = await storeWithLimitedKey({ out: perDay(1_000) });
    const cards = await atOnce(10, () => card());
    const outcomes = await race(40, (n) => {
      const debit = { cardId: idOf(cards, n), amountCents: 100 };
      if (n % 2) return spend(till(), debit);
      return operation(till(), (tx) =>
        moveOne(till(), tx, { ...MOVEMENT_POLICIES.redemption, ...debit }),
      );
    });
    expect(outcomes).toEqual({ done: 10, key_limit_exceeded: 30 });
    expect(await countedToday(keyId)).toEqual(["USD 0 1000"]);
  });

  test("lets in one of two movements that both fit alone", async () => {
    const { till, card } = await storeWithLimitedKey({ out: perDay(100) });
    const cards = await atOnce(2, () => card());
    const debit = (n: number) => ({ cardId: idOf(cards, n), amountCents: 100 });
    const outcomes = await raceToWrite("api_key_days", () =>
      race(2, (n) =>
        operation(till(), (tx) =>
          moveOne(till(), tx, { ...MOVEMENT_POLICIES.redemption, ...debit(n) }),
        ),
      ),
    );
    expect(outcomes).toEqual({ done: 1, key_limit_exceeded: 1 });
  });

  test("is counted by currency and direction, and only for movements that succeed", async () => {
    const { till, card, keyId } = await storeWithLimitedKey({ in: perDay(300), out: perDay(500) });
    const [usd, eur] = [await card("USD", 400), await card("EUR", 1_000)];
    const debit = (cardId: string, amountCents: number) =>
      outcome(spend(till(), { cardId, amountCents }));
    expect(await debit(usd.id, 401)).toBe("insufficient_balance");
    expect(await debit(usd.id, 501)).toBe("key_limit_exceeded");
    expect(await debit(newId(), 501)).toBe("not_found");
    expect(await debit(usd.id, 400)).toBe("done");
    expect(await debit(eur.id, 500)).toBe("done");
    expect(await outcome(credit(till(), { cardId: usd.id, amountCents: 300 }))).toBe("done");
    expect(await debit(usd.id, 101)).toBe("key_limit_exceeded");
    expect(await debit(usd.id, 100)).toBe("done");
    expect(await countedToday(keyId)).toEqual(["EUR 0 500", "USD 300 500"]);
  });

  test("names when it starts again: at midnight of the store", async () => {
    const { till, card, keyId } = await storeWithLimitedKey(
      { out: perDay(100) },
      "Pacific/Kiritimati",
    );
    const { id: cardId } = await card();
    await spend(till(), { cardId, amountCents: 60 });
    const refused = await refusalOf(spend(till(), { cardId, amountCents: 41 }));
    const [day] = await pg()`select (now() at time zone 'Pacific/Kiritimati')::date::text as today,
      ((now() at time zone 'Pacific/Kiritimati')::date + 1)::timestamp at time zone 'Pacific/Kiritimati'
        as midnight`;
    const midnight = new Date(day?.midnight);
    expect(refused).toMatchObject({ limit: "per_day", remainingCents: 40 });
    expect(refused?.resetsAt).toBe(midnight.toISOString());
    expect(await countedOf(keyId)).toMatchObject([{ day: day?.today }]);
    await pg()`update api_key_days set day = day - 1 where key_id = ${keyId}`;
    expect(await outcome(spend(till(), { cardId, amountCents: 100 }))).toBe("done");
  });

  test("counts a replayed request once, also if copies of it race for what is left", async () => {
    const { till, card, keyId } = await storeWithLimitedKey({ out: perDay(100) });
    const { id: cardId } = await card();
    const idempotency = { key: newId(), fingerprint: Buffer.from("one"), path: "/test" };
    const outcomes = await race(8, () =>
      spend(till({ idempotency }), { cardId, amountCents: 100 }),
    );
    expect(outcomes).toEqual({ done: 8 });
    expect(await countedToday(keyId)).toEqual(["USD 0 100"]);
  });

  test("counts activations, store credit and what a transfer takes, not what it adds", async () => {
    const { id, ctx, till, card, keyId } = await storeWithLimitedKey({
      in: perDay(10_000),
      out: perDay(10_000),
    });
    const unsold = await makeCard(ctx);
    await activate(till(), { cardId: unsold.id, amountCents: 1_000 });
    const credited = {
      email: "ada@example.com",
      amountCents: 200,
      currency: "USD",
      source: "return",
    };
    await issueStoreCredit(till(), credited);
    const away = await openStore();
    await agreeOnTransfers(id, away.id);
    const { code } = await makeCard(away.ctx, { amountCents: 1 });
    const { id: fromCardId } = await card();
    const order = { fromCardId, toCode: code, amountCents: 3_000 };
    await transfer(till(), order);
    expect(await countedToday(keyId)).toEqual(["USD 1200 3000"]);
    expect(await outcome(transfer(till(), { ...order, amountCents: 7_001 }))).toBe(
      "key_limit_exceeded",
    );
  });

  test("does not deadlock when movements in two currencies and operations meet", async () => {
    const { till, card, keyId } = await storeWithLimitedKey({
      in: perDay(1_000),
      out: perDay(1_000),
    });
    const money = { name: "money", max: 1_000, windowMs: 60_000 };
    const storeCredit = { name: "store-credit", max: 1_000, windowMs: 60_000 };
    const cards = await Promise.all(["USD", "EUR", "USD", "EUR"].map((one) => card(one)));
    const outcomes = await race(60, (n) =>
      n % 3 === 0
        ? issueStoreCredit(till({ limits: [storeCredit] }), {
            email: `${n}@example.com`,
            amountCents: 10,
            currency: n % 2 ? "USD" : "EUR",
            source: "return",
          })
        : spend(till({ limits: [money] }), { cardId: idOf(cards, n), amountCents: 10 }),
    );
    expect(outcomes).toEqual({ done: 60 });
    expect(await deadlocks()).toBe(0);
    expect(await countedToday(keyId)).toEqual(["EUR 100 200", "USD 100 200"]);
  });
});

test("changes of a card by a key with limits neither deadlock with its debits nor time out", async () => {
  const { till, card, keyId } = await storeWithLimitedKey({
    in: perDay(1_000),
    out: perDay(1_000),
  });
  const { id: cardId } = await card();
  const email = uniqueEmail();
  const credit = { email, amountCents: 1, currency: "USD", source: "return" };
  const wallet = await issueStoreCredit(till(), { ...credit, amountCents: 500 });
  const outcomes = await race(60, (n) => {
    if (n % 6 === 0) return unfreeze(till(), { cardId });
    if (n % 6 === 1) return editMetadata(till(), { cardId, metadata: { n: `${n}` } });
    if (n % 6 === 2) return issueStoreCredit(till(), credit);
    return spend(till(), { cardId: n % 2 ? cardId : wallet.card.id, amountCents: 10 });
  });
  expect(outcomes).toEqual({ done: 60 });
  expect(await deadlocks()).toBe(0);
  expect(await countedToday(keyId)).toEqual(["USD 510 300"]);
});

describe("a reversal", () => {
  const reversalOf = (cardId: string, originalTransactionId: string, amountCents: number) => ({
    ...MOVEMENT_POLICIES.topUp,
    cardId,
    amountCents,
    source: "reversal",
    originalTransactionId,
  });

  test("of the key's own movement is never refused, and takes it out of the same day", async () => {
    const { till, card, keyId } = await storeWithLimitedKey({
      in: { perMovementCents: 1, perDayCents: 1 },
      out: perDay(500),
    });
    const { id: cardId } = await card();
    const { transaction } = await spend(till(), { cardId, amountCents: 400 });
    await spend(till(), { cardId, amountCents: 50 });
    await move(till(), reversalOf(cardId, transaction.id, 400));
    expect(await countedToday(keyId)).toEqual(["USD 0 50"]);
  });

  test("of what another key did counts like any movement", async () => {
    const { ctx, till, card } = await storeWithLimitedKey({ in: perDay(399) });
    const { id: cardId } = await card();
    const { transaction } = await spend(ctx(), { cardId, amountCents: 400 });
    expect(await outcome(move(till(), reversalOf(cardId, transaction.id, 400)))).toBe(
      "key_limit_exceeded",
    );
  });
});

test("a key without limits on amounts writes nothing for them, and takes no lock", async () => {
  const { ctx, card } = await storeWithLimitedKey({});
  const { id: cardId } = await card();
  await pg().begin(async (tx) => {
    await tx`lock table api_key_days in access exclusive mode`;
    await tx`select lock_key_amounts(${ctx().principal.actor})`;
    expect(await outcome(spend(ctx(), { cardId, amountCents: 1 }))).toBe("done");
  });
});
