import { expect, test } from "vitest";
import { auditOf } from "@/lib/testing/portal";
import { allPages, outcomeOf, withoutRequestId } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { storeWithTill } from "@/lib/testing/till";
import { uniqueEmail } from "@/lib/testing/wallet";

const ABSENT_ID = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";

test("a consumer's wallets are listed by email, one per currency, with balance, owner and card", async () => {
  const { till, credit } = await storeWithTill();
  const email = uniqueEmail();
  const first = await credit(email, 500);
  await credit(email, 900, "JPY");
  await credit(uniqueEmail(), 100);
  await till.post(`/cards/${first.card.uuid}/debit`, { amountCents: 200 });
  const { body } = await till.get("/store-credit", { email: email.toUpperCase() });
  expect(body).toMatchObject({
    total: 2,
    limit: 20,
    offset: 0,
    nextCursor: null,
    wallets: [
      { email, currency: "JPY", balanceCents: 900, card: { ownerEmail: email } },
      { email, currency: "USD", balanceCents: 300, card: { uuid: first.card.uuid } },
    ],
  });
  const inDollars = await till.get("/store-credit", { email, currency: "USD" });
  expect(inDollars.body).toMatchObject({ total: 1, wallets: [body.wallets[1]] });
  expect(await allPages((page) => till.get("/store-credit", { email, ...page }))).toEqual(
    body.wallets,
  );
  const { walletId } = body.wallets[0];
  expect((await till.get(`/store-credit/${walletId}`)).body).toEqual(body.wallets[0]);
});

test("in Shape B the wallet has the fields of the store-credit response, and the card those of Shape B", async () => {
  const { till, credit } = await storeWithTill("B");
  const email = uniqueEmail();
  const { walletId } = await credit(email, 500);
  const { body } = await till.get(`/store-credit/${walletId}`);
  expect(body).toMatchObject({
    walletId,
    creditBalanceCents: 500,
    card: { balance_cents: 500, owner_email: email },
  });
  const list = (await till.get("/store-credit", { email })).body;
  expect(list).toMatchObject({ wallets: [body], total: 1, next_cursor: null });
});

test("the wallet follows its card: a new one when the first was disabled", async () => {
  const { till, credit } = await storeWithTill();
  const email = uniqueEmail();
  const { card } = await credit(email, 500);
  const { walletId } = (await till.get("/store-credit", { email })).body.wallets[0];
  await till.post(`/cards/${card.uuid}/disable`);
  const disabled = (await till.get(`/store-credit/${walletId}`)).body;
  expect(disabled).toMatchObject({ card: { uuid: card.uuid, status: "disabled" } });
  const renewed = await credit(email, 100);
  expect((await till.get(`/store-credit/${walletId}`)).body).toMatchObject({
    balanceCents: 100,
    card: { uuid: renewed.card.uuid, status: "active" },
  });
});

test("an unknown email and one known only elsewhere get the same empty list", async () => {
  const [home, away] = [await storeWithTill(), await storeWithTill()];
  const email = uniqueEmail();
  await away.credit(email, 500);
  const empty = { wallets: [], total: 0, limit: 20, offset: 0, nextCursor: null };
  for (const wanted of [email, uniqueEmail()]) {
    expect((await home.till.get("/store-credit", { email: wanted })).body).toEqual(empty);
  }
});

test("another store's wallet is the same 404 as an absent one", async () => {
  const [home, away] = [await storeWithTill(), await storeWithTill()];
  const email = uniqueEmail();
  await away.credit(email, 500);
  const { walletId } = (await away.till.get("/store-credit", { email })).body.wallets[0];
  const [foreign, absent] = [
    await home.till.get(`/store-credit/${walletId}`),
    await home.till.get(`/store-credit/${ABSENT_ID}`),
  ];
  expect(await outcomeOf(foreign)).toBe("404 not_found");
  expect(withoutRequestId(foreign.text)).toBe(withoutRequestId(absent.text));
  expect(await outcomeOf(home.till.get("/store-credit/none"))).toBe("404 not_found");
});

test("wallets need cards:read, codes are masked without codes:read, and a list that shows them is audited", async () => {
  const { id, ctx, till, credit } = await storeWithTill();
  const email = uniqueEmail();
  const { card } = await credit(email, 500);
  const blind = await callerWithKey(ctx(), { scopes: ["cards:read"] });
  const other = await callerWithKey(ctx(), { scopes: ["money:write", "transactions:read"] });
  expect(await outcomeOf(other.get("/store-credit", { email }))).toBe("403 insufficient_scope");
  const masked = await blind.get("/store-credit", { email });
  expect(masked.text).not.toContain(card.code);
  expect(await auditOf(id, "cards.codes_listed")).toEqual([]);
  expect((await till.get("/store-credit", { email })).body.wallets[0].card.code).toBe(card.code);
  expect(await auditOf(id, "cards.codes_listed")).toMatchObject([{ details: { cards: 1 } }]);
});

test("a list without an email, or with a malformed one, is a 400", async () => {
  const { till } = await storeWithTill();
  for (const query of [{}, { email: "ada" }] as Record<string, string>[]) {
    expect(await outcomeOf(till.get("/store-credit", query))).toBe("400 invalid_request email");
  }
});
