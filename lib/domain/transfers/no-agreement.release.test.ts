import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { formatCode } from "@/lib/domain/cards/code";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { storeWithPeople } from "@/lib/testing/portal";
import { SEED, scaled } from "@/lib/testing/random";
import { outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { consumerWithWallet, mailedToken, uniqueEmail } from "@/lib/testing/wallet";

const STEPS = scaled(50);
const LIMITS = { maxTransferCents: 1e12, maxDayCents: 1e12, maxUnsettledCents: 1e12 };

const CALLS = [
  ...(["create", "activate", "credit", "debit", "load", "storeCredit", "lookup"] as const),
  ...(["transfer", "transfer", "transfer", "walletQuote", "walletTransfer"] as const),
  ...(["claim", "walletClaim", "gift", "acceptGift"] as const),
  ...(["touch", "propose", "accept", "change", "end", "pay", "settings"] as const),
];

const step = fc.record({
  call: fc.constantFrom(...CALLS),
  from: fc.nat(7),
  target: fc.nat(4),
  amountCents: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constant(1_000_000_000)),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A store with an agreement with the partner, one with none that knows its codes, and the partner. */
async function threeStores() {
  const [victim, partner, stranger] = [
    await storeWithPeople({ name: "Victim" }),
    await storeWithPeople({ name: "Partner" }),
    await storeWithPeople({ name: "Stranger" }),
  ];
  await agreeOnTransfers(victim.merchantId, partner.merchantId);
  await agreeOnTransfers(stranger.merchantId, partner.merchantId);
  const [wallet, friend] = [await consumerWithWallet(), await consumerWithWallet()];
  const owned = await stranger.card({ amountCents: 10_000, owner: wallet.email });
  const sold = [await victim.card({ amountCents: 500 }), await victim.card({ amountCents: 5 })];
  const stock = await victim.card({});
  const there = await partner.card({ amountCents: 5 });
  const codes = [...sold, stock, there].map(({ code }) => formatCode(code));
  return {
    victim,
    stranger,
    wallet,
    friend,
    owned,
    codes: [...codes, "2222-2222-2222-2222"],
    ids: [...sold, stock, there].map(({ id }) => id),
    cards: [owned.id],
    victimSlug: (await victim.owner.get("/store")).body.slug as string,
    till: await callerWithKey(stranger.ctx()),
  };
}

type Stores = Awaited<ReturnType<typeof threeStores>>;

/** Makes one call of the stranger: by key, as the owner in the portal, or as a customer of theirs. */
async function call(stores: Stores, { call, from, target, amountCents }: Step) {
  const { till, wallet, friend, owned, cards, victimSlug } = stores;
  const { owner } = stores.stranger;
  const own = cards[from % cards.length] ?? owned.id;
  const toCode = stores.codes[target];
  const foreignId = stores.ids[target] ?? newId();
  const proposed = async () =>
    (await owner.get("/agreements")).body.agreements.find(
      (one: { otherStore: { slug: string } }) => one.otherStore.slug === victimSlug,
    )?.id ?? newId();
  switch (call) {
    case "create": {
      const made = await till.post("/cards", { currency: "USD" });
      if (cards.length < 8) cards.push(made.body.uuid);
      return made;
    }
    case "activate":
      return till.post(`/cards/${own}/activate`, { amountCents });
    case "credit":
      return till.post(`/cards/${own}/credit`, { amountCents, note: "for nothing" });
    case "debit":
      return till.post(`/cards/${own}/debit`, { amountCents });
    case "load":
      return till.post("/cards/load", { code: toCode, amountCents, currency: "USD" });
    case "storeCredit":
      return till.post("/store-credit", { email: wallet.email, amountCents, currency: "USD" });
    case "lookup":
      return till.post("/cards/lookup", { code: toCode });
    case "transfer":
      return till.post("/transfers", { fromCardUuid: own, toCode, amountCents });
    case "walletQuote":
    case "walletTransfer": {
      const path = call === "walletQuote" ? "/transfers/quote" : "/transfers";
      return wallet.post(path, { fromCardUuid: owned.id, toCode, amountCents });
    }
    case "claim":
      return till.post(`/cards/${foreignId}/claim`, { email: uniqueEmail() });
    case "walletClaim":
      return wallet.post("/claim", { code: toCode });
    case "gift":
      // Never from a card that was claimed: who has its code is its holder, and may give it away.
      return wallet.post("/gifts", {
        cardUuid: from % 4 ? owned.id : own,
        amountCents,
        recipientEmail: friend.email,
      });
    case "acceptGift":
      return friend.post("/gifts/accept", { token: await mailedToken(friend.email, "gift") });
    case "touch":
      return till.post(`/cards/${foreignId}/${["debit", "credit", "disable"][from % 3]}`, {
        ...(from % 3 < 2 && { amountCents }),
      });
    case "propose":
      return owner.post("/agreements", { slug: victimSlug, ...LIMITS });
    case "accept":
      return owner.post(`/agreements/${await proposed()}/accept`, LIMITS);
    case "change":
      return owner.patch(`/agreements/${await proposed()}`, LIMITS);
    case "end":
      return owner.post(`/agreements/${await proposed()}/end`);
    case "pay":
      return owner.post(`/agreements/${await proposed()}/payments`, { amountCents });
    case "settings":
      return owner.patch("/store", { currency: ["USD", "EUR", "JPY"][from % 3] });
  }
}

/** What the store owes on its cards, with every movement that led to it. */
const liabilityOf = async (merchantId: string) =>
  (
    await pg()`select count(*)::int as movements, (select sum(balance_cents)::text from cards c
        where c.merchant_id = ${merchantId}) as owed
      from transactions where merchant_id = ${merchantId}`
  )[0];

test(`no sequence of ${STEPS} calls by a store without agreement changes another store's liability`, async () => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  const stores = await threeStores();
  const { merchantId } = stores.victim;
  const before = await liabilityOf(merchantId);
  const [transferredTo, quotedTo] = [new Set<number>(), new Set<number>()];
  let taken = 0;
  for (const one of fc.sample(step, { seed: SEED, numRuns: STEPS })) {
    // Otherwise almost all calls would be refused by a limit on attempts.
    if (taken++ % 20 === 0) await pg()`delete from rate_limits`;
    const { status, text } = await call(stores, one);
    expect(status, `step ${taken} ${JSON.stringify(one)}: ${text}`).toBeLessThan(500);
    if (/ransfer$/.test(one.call) && status === 201) transferredTo.add(one.target);
    if (one.call === "walletQuote" && status < 300) quotedTo.add(one.target);
    expect(await liabilityOf(merchantId), `step ${taken} ${JSON.stringify(one)}`).toEqual(before);
  }
  // Transfers do work, but only to the store with an agreement.
  await pg()`delete from rate_limits`;
  const { uuid: fromCardUuid } = (await stores.till.post("/cards", { currency: "USD" })).body;
  await stores.till.post(`/cards/${fromCardUuid}/activate`, { amountCents: 500 });
  const [, , , toCode] = stores.codes;
  const sent = await stores.till.post("/transfers", { fromCardUuid, toCode, amountCents: 100 });
  expect(sent.status, sent.text).toBe(201);
  expect([...new Set([...transferredTo, ...quotedTo, 3])]).toEqual([3]);
}, 600_000);

test("a store without agreement can't turn 10 million loaded for nothing into another store's liability", async () => {
  const { victim, till, codes } = await threeStores();
  const before = await liabilityOf(victim.merchantId);
  const { uuid } = (await till.post("/cards", { currency: "USD" })).body;
  const loaded = await till.post(`/cards/${uuid}/activate`, { amountCents: 1_000_000_000 });
  expect(loaded.status).toBe(200);
  for (const toCode of codes.filter((_, n) => n !== 3)) {
    const order = { fromCardUuid: uuid, toCode, amountCents: 1_000_000_000 };
    const sent = till.post("/transfers", order);
    expect(await outcomeOf(sent)).toBe("400 transfers_not_enabled");
  }
  expect(await liabilityOf(victim.merchantId)).toEqual(before);
});
