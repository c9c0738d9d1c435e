import { verify } from "node:crypto";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { passWorker } from "@/lib/domain/passes/update-worker";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { consumerWithWallet, storeWithCardMaker } from "@/lib/testing/wallet";
import { useGoogleWallet } from "@/lib/testing/wallet-apps";

const google = useGoogleWallet();

/** Updates what is due, without waiting for retries. */
const updateDue = () => passWorker.runDue(1_000);

/** The claims of a token, once its signature was checked. */
function claimsOf(token: string) {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const signed = Buffer.from(`${header}.${payload}`);
  const isSigned = verify("sha256", signed, google.publicKey, Buffer.from(signature, "base64url"));
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

async function customerWithCard() {
  const brand = { name: "Juniper Street Books", brandColor: "#2b3f75" };
  const [customer, store] = [await consumerWithWallet(), await storeWithCardMaker(brand)];
  const card = await store.card(2_550, customer.email);
  const open = (cardId = card.id) => customer.get(`/cards/${cardId}/passes/google`);
  return { customer, store, card, open };
}

/** A customer who opened the link to Google, with the updates that Google got of the card since. */
async function customerWithPass() {
  const made = await customerWithCard();
  const [, token = ""] = (await made.open()).headers.get("location")?.split("/save/") ?? [];
  const objectId: string = claimsOf(token).payload.giftCardObjects[0].id;
  const path = `/walletobjects/v1/giftCardObject/${objectId}`;
  // The update that follows the link.
  await updateDue();
  const from = google.requests.length;
  const updates = () =>
    google.requests
      .slice(from)
      .filter((request) => request.path === path)
      .map(({ body }) => JSON.parse(body));
  return { ...made, path, updates };
}

test("a card's owner gets a link that Google can check, with the card as it is", async () => {
  const { customer, store, card, open } = await customerWithCard();
  await pg()`update cards set expires_on = '2031-11-30' where id = ${card.id}`;
  const { status, headers } = await open();
  expect([status, headers.get("referrer-policy")]).toEqual([303, "no-referrer"]);
  const link = headers.get("location") ?? "";
  expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w.-]+$/);
  // Google's limit for links.
  expect(link.length).toBeLessThan(1_800);
  const { payload, ...claims } = claimsOf(link.split("/save/")[1] ?? "");
  expect(claims).toMatchObject({ iss: google.email, aud: "google", typ: "savetowallet" });
  const issuer = "3388000000012345678";
  expect(payload.giftCardClasses).toMatchObject([
    {
      id: `${issuer}.${store.id}`,
      issuerName: "Juniper Street Books",
      hexBackgroundColor: "#2b3f75",
    },
  ]);
  expect(payload.giftCardObjects).toMatchObject([
    {
      classId: `${issuer}.${store.id}`,
      state: "ACTIVE",
      cardNumber: card.code,
      barcode: { type: "QR_CODE", value: card.code },
      balance: { micros: "25500000", currencyCode: "USD" },
      validTimeInterval: { end: { date: "2031-12-01T00:00:00Z" } },
    },
  ]);
  const again = claimsOf((await open()).headers.get("location")?.split("/save/")[1] ?? "");
  expect(again.payload.giftCardObjects[0].id).toBe(payload.giftCardObjects[0].id);

  const dinars = { amountCents: 1_234, currency: "KWD", owner: customer.email };
  const other = await open((await makeCard(store.ctx, dinars)).id);
  const [object] = claimsOf(other.headers.get("location")?.split("/save/")[1] ?? "").payload
    .giftCardObjects;
  expect(object.balance).toEqual({ micros: "1234000", currencyCode: "KWD" });
  const stranger = await consumerWithWallet();
  expect((await stranger.get(`/cards/${card.id}/passes/google`)).status).toBe(404);
});

test("Google gets a card's new balance and its end, with one access token for all", async () => {
  const { store, card, updates } = await customerWithPass();
  await spend(store.ctx(), { cardId: card.id, amountCents: 550 });
  expect(await updateDue()).toEqual({ updated: 1, failed: 0 });
  expect(updates()).toMatchObject([
    { state: "ACTIVE", balance: { micros: "20000000", currencyCode: "USD" } },
  ]);
  await disable(store.ctx(), { cardId: card.id });
  await updateDue();
  expect(updates()[1]).toMatchObject({ state: "INACTIVE", balance: { micros: "0" } });

  const tokens = google.requests.filter(({ path }) => path === "/token");
  expect(tokens).toHaveLength(1);
  const grant = new URLSearchParams(tokens[0]?.body);
  expect(grant.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
  expect(claimsOf(grant.get("assertion") ?? "")).toMatchObject({
    iss: google.email,
    scope: "https://www.googleapis.com/auth/wallet_object.issuer",
    aud: "https://oauth2.googleapis.com/token",
  });
  const others = google.requests.filter(({ path }) => path !== "/token");
  expect(new Set(others.map(({ authorization }) => authorization))).toEqual(
    new Set(["Bearer a-token"]),
  );
  expect(new Set(others.map(({ method }) => method))).toEqual(new Set(["PATCH"]));
});

test("a store's brand reaches Google when its first card is saved, and a changed one with the next movement", async () => {
  const { store, card } = await customerWithPass();
  const redeem = () => spend(store.ctx(), { cardId: card.id, amountCents: 100 });
  const brands = () =>
    google.requests
      .filter(({ path }) => path.endsWith(`.${store.id}`))
      .map(({ body }) => JSON.parse(body).issuerName);
  expect(brands()).toEqual(["Juniper Street Books"]);
  await pg()`update merchants set name = 'Juniper & Sons', support_email = 'hi@juniper.example'
    where id = ${store.id}`;
  for (let n = 0; n < 2; n++) {
    await redeem();
    await updateDue();
  }
  expect(brands()).toEqual(["Juniper Street Books", "Juniper & Sons"]);
  const latest = google.requests.findLast(({ path }) => path.endsWith(`.${store.id}`));
  expect(JSON.parse(latest?.body ?? "").linksModuleData.uris).toMatchObject([
    { uri: "mailto:hi@juniper.example" },
  ]);
});

test("a pass that was never saved is looked for during 10 minutes, and an error longer", async () => {
  const { store, card, path, updates } = await customerWithPass();
  const age = (minutes: number) => pg()`update outbox set next_attempt_at = now(),
    created_at = now() - ${minutes} * interval '1 minute'
    where merchant_id = ${store.id} and status = 'pending'`;
  await spend(store.ctx(), { cardId: card.id, amountCents: 100 });
  for (const [status, minutes, outcome] of [
    [404, 0, { updated: 0, failed: 1 }],
    [503, 11, { updated: 0, failed: 1 }],
    [404, 11, { updated: 1, failed: 0 }],
  ] as const) {
    google.answer = (asked) => (asked === path ? status : 200);
    await age(minutes);
    expect(await updateDue()).toEqual(outcome);
  }
  expect(updates()).toHaveLength(3);
});
