import { expect, test } from "vitest";
import { found } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { replace } from "@/lib/domain/cards/replace";
import { spend } from "@/lib/domain/cards/spend";
import { findPass } from "@/lib/domain/passes/pass";
import { claimDue } from "@/lib/domain/passes/queue";
import { passWorker } from "@/lib/domain/passes/update-worker";
import { callerWith } from "@/lib/testing/requests";
import { consumerWithWallet, storeWithCardMaker, uniqueAddress } from "@/lib/testing/wallet";
import { PASS_TYPE_ID, passJsonOf, useAppleWallet } from "@/lib/testing/wallet-apps";
import { passToken } from "./token";

const apple = useAppleWallet();

const SERVICE = "/api/passes/apple/v1";

/** Updates what is due, without waiting for retries. */
const updateDue = () => passWorker.runDue(1_000);

/** A phone that speaks Apple's protocol, with one pass of a card. */
async function phoneWithPass(deviceId = newId()) {
  const [customer, store] = [await consumerWithWallet(), await storeWithCardMaker()];
  const card = await store.card(2_500, customer.email);
  const { bytes } = await customer.get(`/cards/${card.id}/passes/apple`);
  const serial: string = passJsonOf(bytes).serialNumber;
  const token = passToken(found(await findPass(serial, "apple")));
  const authorization = `ApplePass ${token}`;
  const address = { "x-forwarded-for": uniqueAddress() };
  const { get, post, delete: remove } = callerWith({ authorization, ...address }, SERVICE);
  const pushToken = newId().replaceAll("-", "");
  const registrations = `/devices/${deviceId}/registrations/${PASS_TYPE_ID}`;
  const phone = {
    pushToken,
    serial,
    authorization,
    register: (more = {}) => post(`${registrations}/${serial}`, { pushToken }, more),
    unregister: () => remove(`${registrations}/${serial}`),
    changed: (since?: string) =>
      get(registrations, since === undefined ? {} : { passesUpdatedSince: since }),
    fetch: (since?: string) => {
      const headers = since === undefined ? {} : { "if-modified-since": since };
      return get(`/passes/${PASS_TYPE_ID}/${serial}`, {}, { headers });
    },
    pushes: () => apple.pushes.filter((push) => push.token === pushToken),
  };
  const redeem = (amountCents: number) => spend(store.ctx(), { cardId: card.id, amountCents });
  return { customer, store, card, phone, redeem };
}

/** As if the pass had last changed a minute earlier. Its times are in whole seconds. */
const settle = (serial: string) => pg()`
  update wallet_passes set updated_at = now() - interval '1 minute' where id = ${serial}`;

test("a phone registers, is notified of a redemption, and fetches the pass with the new balance", async () => {
  const { phone, redeem } = await phoneWithPass();
  expect((await phone.register()).status).toBe(201);
  expect((await phone.register()).status).toBe(200);
  const first = (await phone.changed()).body;
  expect(first.serialNumbers).toEqual([phone.serial]);
  expect((await phone.changed(first.lastUpdated)).status).toBe(204);

  await redeem(700);
  // Once Apple forwards the push, the phone asks what changed.
  let asked: Awaited<ReturnType<typeof phone.changed>> | undefined;
  apple.answer = async () => {
    asked = await phone.changed(first.lastUpdated);
    return { status: 200 };
  };
  expect(await updateDue()).toEqual({ updated: 1, failed: 0 });
  expect(phone.pushes()).toEqual([
    {
      token: phone.pushToken,
      topic: PASS_TYPE_ID,
      body: "{}",
      certificate: `Pass Type ID: ${PASS_TYPE_ID}`,
    },
  ]);
  expect(asked?.body.serialNumbers).toEqual([phone.serial]);
  const { status, bytes } = await phone.fetch();
  expect(status).toBe(200);
  expect(passJsonOf(bytes).storeCard.primaryFields[0].value).toBe(18);

  expect((await phone.unregister()).status).toBe(200);
  await redeem(100);
  await updateDue();
  expect(phone.pushes()).toHaveLength(1);
  expect((await phone.changed()).status).toBe(204);
});

test("a phone that has the latest pass gets 304, but never misses a change in the same second", async () => {
  const { phone } = await phoneWithPass();
  await settle(phone.serial);
  const { headers } = await phone.fetch();
  const since = headers.get("last-modified") ?? "";
  expect((await phone.fetch(since)).status).toBe(304);
  await pg()`update wallet_passes set updated_at = ${new Date(since).toISOString()}::timestamptz
    + interval '10 milliseconds' where id = ${phone.serial}`;
  expect((await phone.fetch(since)).status).toBe(200);
});

test("a wrong token, an unknown pass, another pass type and another card's token get the same 401, and count", async () => {
  const [one, other] = [(await phoneWithPass()).phone, (await phoneWithPass()).phone];
  const address = { "x-forwarded-for": uniqueAddress() };
  const ask = (authorization: string, path: string) =>
    callerWith({ authorization, ...address }, SERVICE).get(path);
  const own = `/passes/${PASS_TYPE_ID}/${one.serial}`;
  const refused = await Promise.all([
    ask(`ApplePass ${"0".repeat(64)}`, own),
    ask("", own),
    ask(other.authorization, own),
    ask(one.authorization, `/passes/${PASS_TYPE_ID}/${newId()}`),
    ask(one.authorization, `/passes/${PASS_TYPE_ID}/not-a-serial`),
    ask(one.authorization, `/passes/pass.example.other/${one.serial}`),
  ]);
  for (const { status, text, headers } of refused) {
    expect([status, text]).toEqual([401, ""]);
    expect([...headers]).toEqual([...found(refused[0]).headers]);
  }
  expect((await ask(one.authorization, own)).status).toBe(200);
  const registered = await one.register({ headers: { authorization: other.authorization } });
  expect(registered.status).toBe(401);
  expect((await one.changed()).status).toBe(204);

  for (let n = refused.length; n < 100; n++) await ask("", own);
  expect((await ask("", own)).status).toBe(429);
  // A phone with the right token is never refused because of others at its address.
  expect((await ask(one.authorization, own)).status).toBe(200);
});

test.each(["disabled", "replaced"] as const)(
  "the pass of a card that was %s is void",
  async (end) => {
    const { store, card, phone } = await phoneWithPass();
    await phone.register();
    const change = end === "disabled" ? disable : replace;
    await change(store.ctx(), { cardId: card.id });
    await updateDue();
    expect(phone.pushes()).toHaveLength(1);
    const pass = passJsonOf((await phone.fetch()).bytes);
    expect(pass.voided).toBe(true);
    expect(pass).not.toHaveProperty("barcodes");
    expect(JSON.stringify(pass)).not.toContain(card.code);
    expect(pass.storeCard.primaryFields[0].value).toBe(0);
  },
);

test("should a card ever get another owner, the former owner's pass opens nothing", async () => {
  const { card, phone } = await phoneWithPass();
  await phone.register();
  const { id } = await consumerWithWallet();
  await pg()`update cards set owner_id = ${id} where id = ${card.id}`;
  expect((await phone.fetch()).status).toBe(401);
});

test("changes that come together are one push, and a phone that is gone gets no more", async () => {
  const { phone, redeem } = await phoneWithPass();
  await phone.register();
  for (const amountCents of [100, 200, 300]) await redeem(amountCents);
  apple.answer = async () => ({ status: 410, reason: "Unregistered" });
  await updateDue();
  expect(phone.pushes()).toHaveLength(1);
  await redeem(100);
  await updateDue();
  expect(phone.pushes()).toHaveLength(1);
  expect((await phone.changed()).status).toBe(204);
});

test("a push that Apple doesn't take is tried again later", async () => {
  const { store, phone, redeem } = await phoneWithPass();
  await phone.register();
  await redeem(100);
  apple.answer = async () => ({ status: 503, reason: "ServiceUnavailable" });
  expect(await updateDue()).toEqual({ updated: 0, failed: 1 });
  apple.answer = async () => ({ status: 200 });
  expect(await updateDue()).toEqual({ updated: 0, failed: 0 });
  await pg()`update outbox set next_attempt_at = now() where merchant_id = ${store.id}`;
  expect(await updateDue()).toEqual({ updated: 1, failed: 0 });
  expect(phone.pushes()).toHaveLength(2);
});

test("a process that dies after the push leads to a second push, not to a lost one", async () => {
  const { store, phone, redeem } = await phoneWithPass();
  await phone.register();
  await redeem(100);
  apple.answer = async () => {
    // The lease ends while the push is under way: what this process records is lost, as if it had died.
    await pg()`update outbox set leased_until = now() - interval '1 second'
      where merchant_id = ${store.id} and kind = 'wallet_pass'`;
    apple.answer = async () => ({ status: 200 });
    return { status: 200 };
  };
  await updateDue();
  await updateDue();
  expect(phone.pushes()).toHaveLength(2);
  expect(await claimDue(10)).toEqual([]);
});

test("a phone that registers after its pass changed is notified then", async () => {
  const { phone, redeem } = await phoneWithPass();
  await redeem(100);
  await updateDue();
  expect(phone.pushes()).toEqual([]);
  await phone.register();
  await updateDue();
  expect(phone.pushes()).toHaveLength(1);
});

test("a pass has at most 50 phones: the oldest makes room", async () => {
  const { phone, store } = await phoneWithPass();
  await pg()`insert into pass_registrations (merchant_id, pass_id, device_library_id, push_token, created_at)
    select ${store.id}, ${phone.serial}, 'old-' || n, 'aa' || n, now() - interval '1 day' + n * interval '1 minute'
    from generate_series(1, 50) n`;
  expect((await phone.register()).status).toBe(201);
  const rows = await pg()<{ id: string }[]>`select device_library_id as id from pass_registrations
    where pass_id = ${phone.serial}`;
  expect(rows).toHaveLength(50);
  expect(rows.map(({ id }) => id)).not.toContain("old-1");
});

test("a phone's reports are taken up to a size, and its malformed requests are refused", async () => {
  const { phone } = await phoneWithPass();
  const { post } = callerWith({ "x-forwarded-for": uniqueAddress() }, SERVICE);
  expect((await post("/log", { logs: ["Web service error"] })).status).toBe(200);
  expect((await post("/log", { logs: ["x".repeat(20_000)] })).status).toBe(413);
  expect((await post("/log", { logs: "x" })).status).toBe(400);
  const path = `${SERVICE}/devices/${"d".repeat(201)}/registrations/${PASS_TYPE_ID}/${phone.serial}`;
  const { authorization } = phone;
  const asPhone = callerWith({ authorization });
  expect((await asPhone.post(path, { pushToken: phone.pushToken })).status).toBe(400);
});
