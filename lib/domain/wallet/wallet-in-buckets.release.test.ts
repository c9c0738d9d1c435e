import { expect, test } from "vitest";
import { found } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { assignByEmail } from "@/lib/domain/cards/claim";
import { replace } from "@/lib/domain/cards/replace";
import { passToken } from "@/lib/domain/passes/apple/token";
import { findPass } from "@/lib/domain/passes/pass";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { FIRST, SECOND, storeIn, TWO_BUCKETS, useBuckets } from "@/lib/testing/buckets";
import { auditOf } from "@/lib/testing/portal";
import { callerWith } from "@/lib/testing/requests";
import {
  callerAtWallet,
  consumerWithWallet,
  mailedToken,
  uniqueAddress,
  uniqueEmail,
  visitor,
} from "@/lib/testing/wallet";
import { PASS_TYPE_ID, passJsonOf, useAppleWallet } from "@/lib/testing/wallet-apps";

useBuckets(TWO_BUCKETS);
useAppleWallet();

type Shown = { uuid: string; last4: string; balanceCents: number; store: { name: string } };

const headers = () => ({ "x-forwarded-for": uniqueAddress() });
const openedBy = ({ headers }: { headers: Headers }) =>
  callerAtWallet({
    cookie: headers.get("set-cookie")?.split(";")[0] ?? "",
    origin: "http://localhost:3000",
  });

test("a wallet lists the customer's cards of all buckets by store, as one bucket would, and nobody else's", async () => {
  const [ada, bob] = [await consumerWithWallet(), await consumerWithWallet()];
  const names = [
    ["École", SECOND],
    ["apple", FIRST],
    ["Zebra", FIRST],
    ["Banana", SECOND],
    ["apple", SECOND],
  ] as const;
  const stores = [];
  for (const [name, bucket] of names) {
    const store = await storeIn(bucket, name);
    stores.push(store);
    await store.card(500, ada.email);
    await store.card(900, ada.email);
    await store.card(700, bob.email);
  }
  const ids = stores.map(({ id }) => id);
  const inOrder = await pg()`select name from merchants where id = any(${ids}) order by name, id`;
  const { cards }: { cards: Shown[] } = (await ada.get("/cards")).body;
  expect(cards.map(({ store, balanceCents }) => [store.name, balanceCents])).toEqual(
    inOrder.flatMap(({ name }) => [
      [name, 900],
      [name, 500],
    ]),
  );

  for (const card of cards) {
    expect((await ada.get(`/cards/${card.uuid}`)).body.uuid).toBe(card.uuid);
    expect((await ada.get(`/cards/${card.uuid}/history`)).body.transactions).toHaveLength(1);
    const { code } = (await ada.post(`/cards/${card.uuid}/code`)).body;
    expect(code.endsWith(card.last4)).toBe(true);
    for (const path of ["", "/history"])
      expect((await bob.get(`/cards/${card.uuid}${path}`)).status).toBe(404);
    expect((await bob.post(`/cards/${card.uuid}/code`)).status).toBe(404);
  }
});

test("a printed card of any bucket is claimed by its code, and its balance is shown at its own store alone", async () => {
  const [customer, other] = [await consumerWithWallet(), await consumerWithWallet()];
  const stores = [await storeIn(FIRST), await storeIn(SECOND)];
  for (const [n, store] of stores.entries()) {
    const card = await store.card(1_200 + n);
    const check = (at: { id: string } | undefined) =>
      visitor.post(
        "/balance",
        { store: `store-${at?.id}`, code: card.code },
        { headers: headers() },
      );
    expect((await check(store)).body).toMatchObject({ balanceCents: 1_200 + n });
    expect((await check(stores[1 - n])).status).toBe(404);

    const claimed = await customer.post("/claim", { code: card.code }, { headers: headers() });
    expect(claimed.body).toMatchObject({ uuid: card.id, balanceCents: 1_200 + n });
    const late = await other.post("/claim", { code: card.code }, { headers: headers() });
    expect(late.body.error).toBe("card_already_claimed");
    expect(await store.at(() => auditOf(store.id, "card.claimed"))).toHaveLength(1);
  }
  expect((await customer.get("/cards")).body.cards).toHaveLength(2);
  expect((await other.get("/cards")).body.cards).toEqual([]);
});

test("an emailed link to a card opens that card alone, once, whatever bucket has it", async () => {
  const email = uniqueEmail();
  for (const store of [await storeIn(FIRST), await storeIn(SECOND)]) {
    const card = await store.card(800);
    await store.card(900, email);
    await store.at(() => assignByEmail(store.ctx(), { cardId: card.id, email }));
    const link = { token: await mailedToken(email) };
    const opened = await visitor.post("/open", link, { headers: headers() });
    expect(opened.body).toEqual({ email, cardUuid: card.id });
    expect((await visitor.post("/open", link, { headers: headers() })).status).toBe(400);
    const one = openedBy(opened);
    expect((await one.get("/cards")).body).toMatchObject({
      owner: { email, onlyCardUuid: card.id },
      cards: [{ uuid: card.id }],
    });
    const { card: successor } = await store.at(() => replace(store.ctx(), { cardId: card.id }));
    expect((await one.get("/cards")).body.cards).toMatchObject([{ uuid: successor.id }]);
  }
  await visitor.post("/sign-in", { email }, { headers: headers() });
  const link = { token: await mailedToken(email, "sign_in") };
  const whole = openedBy(await visitor.post("/open", link, { headers: headers() }));
  expect((await whole.get("/cards")).body.cards).toHaveLength(4);
});

test("gifts at stores of any bucket are sent, listed newest first, accepted, declined and canceled there", async () => {
  const sender = await consumerWithWallet();
  const sent = [];
  for (const bucket of [SECOND, FIRST, SECOND, FIRST]) {
    const store = await storeIn(bucket);
    const { id: cardUuid } = await store.card(1_000, sender.email);
    const recipientEmail = uniqueEmail();
    const { body } = await sender.post("/gifts", { cardUuid, amountCents: 300, recipientEmail });
    sent.push({ store, cardUuid, recipientEmail, gift: body });
  }
  const listed = async () => (await sender.get("/gifts")).body.gifts;
  expect(await listed()).toMatchObject(sent.toReversed().map(({ gift }) => ({ id: gift.id })));

  for (const { store, cardUuid, recipientEmail, gift } of sent.slice(0, 2)) {
    const token = { token: await mailedToken(recipientEmail) };
    const read = await visitor.post("/gifts/read", token, { headers: headers() });
    expect(read.body).toMatchObject({ senderEmail: sender.email, amountCents: 300 });
    const accepted = await visitor.post("/gifts/accept", token, { headers: headers() });
    expect((await openedBy(accepted).get("/cards")).body.cards).toMatchObject([
      { uuid: accepted.body.cardUuid, balanceCents: 300 },
    ]);
    expect(await store.balanceOf(cardUuid)).toBe(700);
    expect((await sender.post(`/gifts/${gift.id}/cancel`)).body.error).toBe("gift_settled");
  }
  const [, , declined, canceled] = sent;
  const token = { token: await mailedToken(declined?.recipientEmail ?? "") };
  await visitor.post("/gifts/decline", token, { headers: headers() });
  const stranger = await consumerWithWallet();
  expect((await stranger.post(`/gifts/${canceled?.gift.id}/cancel`)).status).toBe(404);
  expect((await stranger.get("/gifts")).body.gifts).toEqual([]);
  expect((await sender.post(`/gifts/${canceled?.gift.id}/cancel`)).status).toBe(200);
  for (const { store, cardUuid } of sent.slice(2))
    expect(await store.balanceOf(cardUuid)).toBe(1_000);
  const states = (await listed()).map(({ status }: { status: string }) => status);
  expect(states).toEqual(["cancelled", "declined", "accepted", "accepted"]);
});

test("a transfer is quoted to a card of another bucket by its code, and not without an agreement", async () => {
  const customer = await consumerWithWallet();
  const [home, away, apart] = [await storeIn(SECOND), await storeIn(FIRST), await storeIn(FIRST)];
  await agreeOnTransfers(home.id, away.id);
  const source = await home.card(1_000, customer.email);
  const [target, strange] = [await away.card(100), await apart.card(100)];
  const quote = (toCode: string) =>
    customer.post("/transfers/quote", { fromCardUuid: source.id, toCode, amountCents: 400 });
  expect((await quote(target.code)).body).toMatchObject({ arrivesCents: 400 });
  expect((await quote(strange.code)).body.error).toBe("transfers_not_enabled");
});

test("a phone registers passes of any bucket, and hears of the changes of all in their order", async () => {
  const customer = await consumerWithWallet();
  const device = `/devices/${newId()}/registrations/${PASS_TYPE_ID}`;
  const passes = [];
  for (const store of [await storeIn(SECOND), await storeIn(FIRST)]) {
    const card = await store.card(2_500, customer.email);
    const { bytes } = await customer.get(`/cards/${card.id}/passes/apple`);
    const serial: string = passJsonOf(bytes).serialNumber;
    const pass = found(await store.at(() => findPass(serial, "apple")));
    const phone = callerWith(
      { authorization: `ApplePass ${passToken(pass)}`, ...headers() },
      "/api/passes/apple/v1",
    );
    const pushToken = newId().replaceAll("-", "");
    expect((await phone.post(`${device}/${serial}`, { pushToken })).status).toBe(201);
    expect((await phone.post(`${device}/${serial}`, { pushToken })).status).toBe(200);
    expect((await phone.get(`/passes/${PASS_TYPE_ID}/${serial}`)).status).toBe(200);
    passes.push({ store, serial, phone });
  }
  const [first, second] = passes;
  if (!first || !second) throw new Error("two passes were made");
  const changed = async (passesUpdatedSince?: string) =>
    (await first.phone.get(device, passesUpdatedSince ? { passesUpdatedSince } : {})).body;
  const { serialNumbers, lastUpdated } = await changed();
  expect(serialNumbers).toEqual([first.serial, second.serial]);
  await first.store.at(
    () => pg()`update wallet_passes set updated_at = now() where id = ${first.serial}`,
  );
  expect((await changed(lastUpdated)).serialNumbers).toEqual([first.serial]);
  expect((await changed()).serialNumbers).toEqual([second.serial, first.serial]);
  expect((await first.phone.get(`/passes/${PASS_TYPE_ID}/${second.serial}`)).status).toBe(401);
  expect((await second.phone.delete(`${device}/${second.serial}`)).status).toBe(200);
  expect((await changed()).serialNumbers).toEqual([first.serial]);
});
