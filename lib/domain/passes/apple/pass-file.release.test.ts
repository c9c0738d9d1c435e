import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { env } from "@/lib/base/config/env";
import { found } from "@/lib/base/errors";
import { db, pg } from "@/lib/db/client/client";
import { storeLogos } from "@/lib/db/schema/merchants";
import { freeze } from "@/lib/domain/cards/freeze";
import { findPass } from "@/lib/domain/passes/pass";
import { configure } from "@/lib/testing/configure";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { outcomeOf } from "@/lib/testing/requests";
import { storeWithTwin } from "@/lib/testing/twin";
import { consumerWithWallet, storeWithCardMaker } from "@/lib/testing/wallet";
import { passJsonOf, TEAM_ID, unzip, useAppleWallet } from "@/lib/testing/wallet-apps";
import { buildPassFile } from "./pass-file";
import { passToken } from "./token";

const apple = useAppleWallet();

const BRAND = {
  name: "Juniper Street Books",
  brandColor: "#2b3f75",
  supportEmail: "help@juniper.example",
  supportPhone: "+1 503 555 0142",
  termsUrl: "https://juniper.example/terms",
};

/** A customer with a card of a branded store. */
async function customerWithCard(settings: Parameters<typeof storeWithCardMaker>[0] = BRAND) {
  const [customer, store] = [await consumerWithWallet(), await storeWithCardMaker(settings)];
  const card = await store.card(2_550, customer.email);
  const download = () => customer.get(`/cards/${card.id}/passes/apple`);
  return { customer, store, card, download };
}

test("a card's owner gets a pass that Apple's authority vouches for, file by file", async () => {
  const { download } = await customerWithCard();
  const { status, headers, bytes } = await download();
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/vnd.apple.pkpass");
  expect(headers.get("cache-control")).toBe("no-store");
  const files = unzip(bytes);
  const icons = ["icon.png", "icon@2x.png", "icon@3x.png"];
  const signed = [...icons, "pass.json"];
  expect([...files.keys()].sort()).toEqual([...signed, "manifest.json", "signature"].sort());
  const manifest = JSON.parse(String(files.get("manifest.json")));
  const hashes = signed.map((name) => [
    name,
    createHash("sha1")
      .update(found(files.get(name)))
      .digest("hex"),
  ]);
  expect(manifest).toEqual(Object.fromEntries(hashes));
  const [signature, content] = [files.get("signature"), files.get("manifest.json")].map(found);
  apple.verify(found(signature), found(content));
  expect(() => apple.verify(found(signature), Buffer.from("{}"))).toThrow();
  const sizes = icons.map(async (name) => (await sharp(files.get(name)).metadata()).width);
  expect(await Promise.all(sizes)).toEqual([29, 58, 87]);
});

test("a pass shows the store's brand, the balance, and the code that a till scans", async () => {
  const { card, download } = await customerWithCard();
  await pg()`update cards set expires_on = '2031-11-30' where id = ${card.id}`;
  const pass = passJsonOf((await download()).bytes);
  expect(pass).toMatchObject({
    passTypeIdentifier: "pass.example.giftcard",
    teamIdentifier: TEAM_ID,
    organizationName: BRAND.name,
    logoText: BRAND.name,
    description: `Gift card from ${BRAND.name}`,
    backgroundColor: "rgb(43, 63, 117)",
    foregroundColor: "rgb(255, 255, 255)",
    sharingProhibited: true,
    expirationDate: "2031-12-01T00:00:00.000Z",
  });
  const { primaryFields, secondaryFields, auxiliaryFields, backFields } = pass.storeCard;
  expect(primaryFields).toMatchObject([{ value: 25.5, currencyCode: "USD" }]);
  expect(secondaryFields).toMatchObject([
    { value: `•••• ${card.code.slice(-4)}` },
    { label: "Expires", value: "Nov 30, 2031" },
  ]);
  expect(auxiliaryFields).toEqual([]);
  expect(backFields).toMatchObject([
    { label: "Contact", value: `${BRAND.supportEmail}\n${BRAND.supportPhone}` },
    { label: "Terms", value: BRAND.termsUrl },
    { value: `http://localhost:3000/wallet/cards/${card.id}` },
  ]);
  expect(pass.barcodes).toMatchObject([
    { format: "PKBarcodeFormatQR", message: card.code, altText: card.code },
    { format: "PKBarcodeFormatCode128", message: card.code.replaceAll("-", "") },
  ]);
  // Phones update passes by HTTPS only, so this instance's passes stay as they are.
  expect(pass).not.toHaveProperty("webServiceURL");
});

test("a pass is in the customer's language, with the store's logo, in any currency", async () => {
  const { customer, store, download } = await customerWithCard();
  await pg()`update consumers set language = 'de' where id = ${customer.id}`;
  const background = "#ff0000";
  const image = await sharp({ create: { width: 320, height: 50, channels: 3, background } })
    .png()
    .toBuffer();
  const logo = { image, widthPx: 320, heightPx: 50, hash: Buffer.alloc(32, 1) };
  await db()
    .insert(storeLogos)
    .values({ merchantId: store.id, ...logo });
  const { bytes } = await download();
  const pass = passJsonOf(bytes);
  expect(pass.storeCard.primaryFields[0].label).toBe("Guthaben");
  expect(pass).not.toHaveProperty("logoText");
  const { width, height } = await sharp(unzip(bytes).get("logo@2x.png")).metadata();
  expect([width, height]).toEqual([320, 50]);

  const yen = await makeCard(store.ctx, {
    amountCents: 500,
    currency: "JPY",
    owner: customer.email,
  });
  const other = passJsonOf((await customer.get(`/cards/${yen.id}/passes/apple`)).bytes);
  expect(other.storeCard.primaryFields[0]).toMatchObject({ value: 500, currencyCode: "JPY" });
});

test("an instance that phones reach by HTTPS names its web service and the pass's own token", async () => {
  const { download } = await customerWithCard();
  const { serialNumber } = passJsonOf((await download()).bytes);
  const local = { APP_URL: undefined, SMTP_URL: undefined, TRUSTED_PROXY_HOPS: undefined };
  const { APPLE_PUSH_ORIGIN } = process.env;
  const hosted = {
    APP_URL: "https://cards.example",
    SMTP_URL: "smtp://mail.example",
    TRUSTED_PROXY_HOPS: "0",
  };
  const pass = found(await findPass(serialNumber, "apple"));
  try {
    configure({ ...hosted, APPLE_PUSH_ORIGIN: "" });
    const file = await buildPassFile(pass, found(env().applePasses));
    expect(passJsonOf(file)).toMatchObject({
      webServiceURL: "https://cards.example/api/passes/apple",
      authenticationToken: passToken(pass),
    });
  } finally {
    for (const name of Object.keys(local)) delete process.env[name];
    configure({ APPLE_PUSH_ORIGIN });
  }
});

test("only the owner of an active card at a live store can add it", async () => {
  const { customer, store, card, download } = await customerWithCard();
  const stranger = await consumerWithWallet();
  expect((await stranger.get(`/cards/${card.id}/passes/apple`)).status).toBe(404);
  expect((await customer.get(`/cards/${card.id}`)).body.passes).toEqual(["apple"]);

  await freeze(store.ctx(), { cardId: card.id });
  expect(await outcomeOf(download())).toBe("400 card_frozen");
  expect((await customer.get(`/cards/${card.id}`)).body.passes).toEqual([]);

  const { twin } = await storeWithTwin();
  const test = await makeCard(twin.ctx, { amountCents: 500, owner: customer.email });
  const only = { merchantId: twin.id, cardId: test.id };
  const wallet = await consumerWithWallet(customer.email, only);
  expect((await wallet.get(`/cards/${test.id}`)).body).toMatchObject({ isTest: true, passes: [] });
  expect((await wallet.get(`/cards/${test.id}/passes/apple`)).status).toBe(404);
});

test("without certificates there are no passes", async () => {
  const { customer, card, download } = await customerWithCard();
  const { applePasses } = env();
  try {
    Object.assign(env(), { applePasses: null });
    expect((await customer.get(`/cards/${card.id}`)).body.passes).toEqual([]);
    expect((await download()).status).toBe(404);
    const log = await customer.post("/api/passes/apple/v1/log", { logs: [] });
    expect(log.status).toBe(404);
  } finally {
    Object.assign(env(), { applePasses });
  }
});
