import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { cardPins } from "@/lib/db/schema/cards";
import { cancelGift } from "@/lib/domain/gifts/accept-or-return";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";
import { listExpired, sumExpired } from "@/lib/domain/reports/expired-cards";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { transfer } from "@/lib/domain/transfers/transfer";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { place } from "@/lib/testing/holds";
import {
  ADA_EMAIL,
  atOnce,
  eventsOf,
  give,
  makeCard,
  openStore,
  outcome,
  race,
  stateOfCard,
  twoAgreedStores,
} from "@/lib/testing/ledger-fixtures";
import { randomBy, SEED, shuffle } from "@/lib/testing/random";
import { consumerWithWallet, uniqueEmail } from "@/lib/testing/wallet";
import { claim } from "./claim";
import { parseCode, unsealCode } from "./code";
import { credit } from "./credit";
import { disable } from "./disable";
import { findCard } from "./find";
import { freeze } from "./freeze";
import { load } from "./load";
import { pinColumns, unsealPin } from "./pin";
import { replace } from "./replace";
import { spend } from "./spend";

const rowOf = async (id: string) => (await pg()`select * from cards where id = ${id}`)[0];

test("the balance, owner, expiration date, batch, PIN, metadata and holds are on the new card, and the old one is disabled, empty and refers to it", async () => {
  const { id: merchantId, ctx } = await openStore();
  const old = await makeCard(ctx, { amountCents: 2_500, owner: ADA_EMAIL, cardType: "physical" });
  const batchId = newId();
  await pg()`insert into batches (merchant_id, id, name, card_type, currency, quantity, source, actor)
    values (${merchantId}, ${batchId}, 'Spring', 'physical', 'USD', 1, 'created', 'operator')`;
  await pg()`update cards set batch_id = ${batchId}, expires_on = '2031-05-05',
    metadata = '{"till": "7"}' where id = ${old.id}`;
  await place(ctx, old.id, { amountCents: 700 });
  await db()
    .insert(cardPins)
    .values(pinColumns({ merchantId, id: old.id }, "4711"));
  const { card, replaced } = await replace(ctx(), { cardId: old.id });

  expect(card).toMatchObject({ balanceCents: 2_500, status: "active", cardType: "physical" });
  expect(await rowOf(card.id)).toMatchObject({
    owner_id: old.ownerId,
    batch_id: batchId,
    expires_on: "2031-05-05",
    held_cents: "700",
    metadata: { till: "7" },
    replaced_by_id: null,
  });
  expect(replaced).toMatchObject({ status: "disabled", balanceCents: 0, replacedById: card.id });
  expect(await rowOf(old.id)).toMatchObject({ held_cents: "0" });
  const holds = await pg()`select card_id from holds where merchant_id = ${merchantId}`;
  expect([...holds]).toEqual([{ card_id: card.id }]);
  const [pins] = await pg()`select sealed_pin from card_pins where card_id = ${card.id}`;
  expect(unsealPin(card, pins?.sealed_pin)).toBe("4711");
  expect(await outcome(spend(ctx(), { cardId: card.id, amountCents: 1_801 }))).toBe(
    "insufficient_balance",
  );
  expect(await outcome(spend(ctx(), { cardId: card.id, amountCents: 1_800 }))).toBe("done");
  await expectNoProblems();
});

test("both cards tell what happened to them in movements under one id, sequences and events", async () => {
  const { ctx } = await openStore();
  const { id } = await makeCard(ctx, { amountCents: 900 });
  const { card } = await replace(ctx(), { cardId: id });
  const sold = ["1 card.activated 900 900", "1 card.balance_changed 900 900"];
  expect(await eventsOf(id)).toEqual([
    ...sold,
    "2 card.balance_changed 900 0",
    "2 card.transferred_out 900 0",
    "3 card.disabled 0 0",
  ]);
  expect(await eventsOf(card.id)).toEqual([...sold, "1 card.transferred_in 900 900"]);
  const rows =
    await pg()`select type, amount_cents::int as cents, counter_account as account, source,
      transfer_id = first_value(transfer_id) over (order by id) as "sameId"
    from transactions where card_id in (${id}, ${card.id}) and type <> 'load' order by type desc`;
  const moved = { cents: 900, account: "transfer_clearing", source: "replacement", sameId: true };
  expect([...rows]).toEqual([
    { type: "transfer_out", ...moved },
    { type: "transfer_in", ...moved },
  ]);
  await expectNoProblems();
});

test("an empty card is replaced by an empty active one, whose first event is its activation", async () => {
  const { ctx } = await openStore();
  const { id } = await makeCard(ctx, { amountCents: 300 });
  await spend(ctx(), { cardId: id, amountCents: 300 });
  const { card } = await replace(ctx(), { cardId: id });
  expect(card).toMatchObject({ status: "active", balanceCents: 0 });
  expect(await eventsOf(card.id)).toEqual(["0 card.activated 0 0"]);
  expect(await outcome(credit(ctx(), { cardId: card.id, amountCents: 50 }))).toBe("done");
  await expectNoProblems();
});

test("a card that was never sold or is disabled is not replaced, and the refusal says its status", async () => {
  const { ctx } = await openStore();
  const unsold = await makeCard(ctx);
  const ended = await makeCard(ctx, { amountCents: 500 });
  await disable(ctx(), { cardId: ended.id });
  for (const [{ id }, status] of [
    [unsold, "inactive"],
    [ended, "disabled"],
  ] as const) {
    const refused = replace(ctx(), { cardId: id });
    await expect(refused).rejects.toMatchObject({
      code: "card_not_active",
      options: { extras: { status } },
    });
  }
  expect(await stateOfCard(ended.id)).toMatchObject({ balance: 500 });
  expect(await outcome(replace((await openStore()).ctx(), { cardId: ended.id }))).toBe("not_found");
});

describe("a code given by the store", () => {
  test("is the new card's; one of another card, also of another store, is refused and nothing has moved", async () => {
    const { ctx } = await openStore();
    const { id } = await makeCard(ctx, { amountCents: 500 });
    const taken = await makeCard(ctx);
    const elsewhere = await makeCard((await openStore()).ctx);
    for (const code of [taken.code, elsewhere.code]) {
      await expect(replace(ctx(), { cardId: id, code })).rejects.toMatchObject({
        code: "invalid_request",
        options: { fields: [{ path: "code", message: "is already used by another card" }] },
      });
    }
    expect(await stateOfCard(id)).toMatchObject({ status: "active", balance: 500, sequence: 1 });
    const { card } = await replace(ctx(), { cardId: id, code: "K7QW2M9XR4TB8CHD" });
    expect(parseCode(unsealCode(card))).toBeNull();
    expect(unsealCode(card)).toBe("K7QW2M9XR4TB8CHD");
    await expectNoProblems();
  });

  test("that is easy to guess is refused on a card without a PIN, like an imported one works on no public page", async () => {
    const { id: merchantId, ctx } = await openStore();
    const { id } = await makeCard(ctx, { amountCents: 500 });
    const wanted = { cardId: id, code: "6006491260064912345" };
    expect(await outcome(replace(ctx(), wanted))).toBe("invalid_request");
    await db().insert(cardPins).values(pinColumns({ merchantId, id }, "4711"));
    expect(await outcome(replace(ctx(), wanted))).toBe("done");
  });

  test("sent for two cards at once is one card's", async () => {
    const { ctx } = await openStore();
    const cards = await atOnce(2, () => makeCard(ctx, { amountCents: 500 }));
    const code = "K7QW2M9XR4TB8CHE";
    const outcomes = await race(2, (n) => replace(ctx(), { cardId: cards[n]?.id ?? "", code }));
    expect(outcomes).toEqual({ done: 1, invalid_request: 1 });
    await expectNoProblems();
  });
});

test("a frozen card can be replaced, and the new one is not frozen", async () => {
  const { ctx } = await openStore();
  const { id } = await makeCard(ctx, { amountCents: 500 });
  await freeze(ctx(), { cardId: id, reason: "Reported lost" });
  const { card, replaced } = await replace(ctx(), { cardId: id });
  expect([card.frozenReason ?? null, replaced.frozenReason ?? null]).toEqual([null, null]);
  expect(await outcome(spend(ctx(), { cardId: card.id, amountCents: 500 }))).toBe("done");
});

test("an expired balance stays in the list and its sum, on the new card", async () => {
  const { ctx } = await openStore();
  const { id } = await makeCard(ctx, { amountCents: 1_000 });
  await pg()`update cards set expires_on = current_date - 30 where id = ${id}`;
  await closeDays();
  await ageBalances();
  const { card } = await replace(ctx(), { cardId: id });
  expect(await sumExpired(ctx())).toEqual([{ currency: "USD", cards: 1, balanceCents: 1_000n }]);
  const { items } = await listExpired(ctx(), { limit: 10, offset: 0, currency: "USD" });
  expect(items.map((item) => item.id)).toEqual([card.id]);
  expect(await outcome(spend(ctx(), { cardId: card.id, amountCents: 1 }))).toBe("card_expired");
  await expectNoProblems();
});

test("the customer's wallet has the new card alone, also when a link to the lost one opened it", async () => {
  const { id: merchantId, ctx } = await openStore();
  const email = uniqueEmail();
  const { id } = await makeCard(ctx, { amountCents: 500, owner: email });
  const [whole, oneCard] = [
    await consumerWithWallet(email),
    await consumerWithWallet(email, { merchantId, cardId: id }),
  ];
  const { card } = await replace(ctx(), { cardId: id });
  for (const { get } of [whole, oneCard]) {
    const { body } = await get("/cards");
    expect(body.cards).toMatchObject([{ uuid: card.id, balanceCents: 500 }]);
  }
  expect((await oneCard.get("/cards")).body.owner.onlyCardUuid).toBe(card.id);
});

test("a gift from a lost card comes back to the card that replaced it", async () => {
  const { ctx } = await openStore();
  const lost = await makeCard(ctx, { amountCents: 1_000, owner: ADA_EMAIL });
  const giftId = await give(ctx, lost, 400);
  const { card } = await replace(ctx(), { cardId: lost.id });
  await cancelGift(ctx(), { giftId, senderId: lost.ownerId });
  expect((await findCard(card.merchantId, card.id))?.balanceCents).toBe(1_000);
  await expectNoProblems();
});

test("racing with debits, loads, top-ups, claims, freezes and a second replacement, no cent is lost or doubled", async () => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  const random = randomBy(SEED);
  const { id: merchantId, ctx } = await openStore();
  const START_CENTS = 10_000;
  const total = { debit: 0, load: 0 };
  for (let round = 0; round < 4; round++) {
    const lost = await makeCard(ctx, { amountCents: START_CENTS });
    const { id: cardId } = lost;
    const counts = { debit: 0, load: 0, claim: 0, freeze: 0, replace: 0 };
    type Work = [keyof typeof counts, () => Promise<unknown>];
    const times = (count: number, ...work: Work) => Array.from({ length: count }, () => work);
    const debit: Work = ["debit", () => spend(ctx(), { cardId, amountCents: 100 })];
    const topUp: Work = ["load", () => load(ctx(), { code: lost.code, amountCents: 10 })];
    const moves = shuffle(random, [
      ...times(7, ...debit),
      ...times(5, ...topUp),
      ...times(6, "load", () => credit(ctx(), { cardId, amountCents: 10 })),
      ...times(1, "claim", () => claim(ctx(), { cardId, email: uniqueEmail() })),
    ]);
    const ends = [
      ...times(1, "freeze", () => freeze(ctx(), { cardId })),
      ...times(2, "replace", () => replace(ctx(), { cardId })),
    ];
    const start = async ([name, run]: Work) => {
      if ((await outcome(run())) === "done") counts[name] += 1;
    };
    // The freeze and the replacements begin once a debit and a load are done, so that both succeed in any case.
    const early = moves.splice(0, 8).map(start);
    await Promise.all([debit, topUp].map(start));
    await Promise.all([...early, ...shuffle(random, [...moves, ...ends]).map(start)]);
    expect(counts.replace).toBe(1);
    const [successor] =
      await pg()`select s.balance_cents::int as balance, s.owner_id, c.owner_id as was
      from cards c join cards s on s.id = c.replaced_by_id where c.id = ${cardId}`;
    expect(successor?.balance).toBe(START_CENTS - counts.debit * 100 + counts.load * 10);
    expect(successor?.owner_id).toBe(successor?.was);
    expect(await stateOfCard(cardId)).toMatchObject({ status: "disabled", balance: 0 });
    total.debit += counts.debit;
    total.load += counts.load;
  }
  expect(Math.min(total.debit, total.load)).toBeGreaterThan(0);
  const sums = await pg()`select status, sum(count)::int as n from card_counts
    where merchant_id = ${merchantId} group by 1 having sum(count) <> 0 order by 1`;
  expect([...sums]).toEqual([
    { status: "active", n: 4 },
    { status: "disabled", n: 4 },
  ]);
  await expectNoProblems();
});

test("racing with transfers in both directions, a replaced card takes all of its balance along", async () => {
  const [home, away] = await twoAgreedStores();
  const card = await makeCard(home.ctx, { amountCents: 5_000 });
  const other = await makeCard(away.ctx, { amountCents: 5_000 });
  const out = { fromCardId: card.id, toCode: other.code, amountCents: 100 };
  const back = { fromCardId: other.id, toCode: card.code, amountCents: 10 };
  const results = await Promise.all([
    ...Array.from({ length: 5 }, () => outcome(transfer(home.ctx(), out))),
    outcome(replace(home.ctx(), { cardId: card.id })),
    ...Array.from({ length: 5 }, () => outcome(transfer(away.ctx(), back))),
  ]);
  const done = (from: number, to: number) =>
    results.slice(from, to).filter((one) => one === "done").length;
  expect(results[5]).toBe("done");
  const [row] = await pg()`select s.balance_cents::int as balance from cards c
    join cards s on s.id = c.replaced_by_id where c.id = ${card.id}`;
  expect(row?.balance).toBe(5_000 - done(0, 5) * 100 + done(6, 11) * 10);
  await expectNoProblems();
});

test("racing with store credit, the wallet ends on the new card with every credit", async () => {
  const { ctx } = await openStore();
  const email = uniqueEmail();
  const issue = () =>
    issueStoreCredit(ctx(), { email, amountCents: 100, currency: "USD", source: "manual" });
  const { card } = await issue();
  const [{ card: successor }] = await Promise.all([
    replace(ctx(), { cardId: card.id }),
    atOnce(5, issue),
  ]);
  const [wallet] = await pg()`select w.card_id, c.balance_cents::int as balance from wallets w
    join cards c on c.id = w.card_id where c.merchant_id = ${card.merchantId}`;
  expect(wallet).toEqual({ card_id: successor.id, balance: 600 });
  await expectNoProblems();
});
