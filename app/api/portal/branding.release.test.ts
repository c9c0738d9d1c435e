import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { actionsOf, auditOf, storeWithPeople } from "@/lib/testing/portal";
import { anybody, outcomeOf } from "@/lib/testing/requests";
import { storeWithTwin } from "@/lib/testing/twin";
import { consumerWithWallet, uniqueEmail } from "@/lib/testing/wallet";

const BRANDING = {
  brandColor: "#2b3f75",
  senderName: "Corner Bakery Cards",
  supportEmail: "help@corner-bakery.example",
  supportPhone: "+1 503 555 0142",
  termsUrl: "https://corner-bakery.example/terms",
};

/** A logo of one color, in base64. */
const logoOf = async (red: number) => {
  const background = { r: red, g: 40, b: 90 };
  const image = sharp({ create: { width: 120, height: 60, channels: 3, background } });
  return { image: (await image.png().toBuffer()).toString("base64") };
};

describe("branding", () => {
  test("is changed by a manager, audited with old and new, and read by everybody in the team", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    const nothing = { brandColor: null, senderName: null, logoUrl: null, supportEmail: null };
    expect((await owner.get("/branding")).body).toMatchObject({
      name: "Corner Bakery",
      ...nothing,
    });
    const manager = await join("manager");
    const sent = {
      ...BRANDING,
      brandColor: "#2B3F75",
      supportEmail: " Help@Corner-Bakery.example ",
    };
    const changed = await manager.patch("/branding", sent);
    expect(changed.body).toMatchObject(BRANDING);
    expect((await (await join("viewer")).get("/branding")).body).toEqual(changed.body);
    const details = Object.fromEntries(
      Object.entries(BRANDING).map(([name, to]) => [name, { from: null, to }]),
    );
    expect(await auditOf(merchantId, "branding.updated")).toEqual([
      {
        action: "branding.updated",
        actor: `user:${manager.userId}`,
        subjectId: merchantId,
        details,
      },
    ]);
    await owner.patch("/branding", BRANDING);
    expect(await auditOf(merchantId, "branding.updated")).toHaveLength(1);
    expect((await owner.patch("/branding", { supportPhone: null })).body.supportPhone).toBeNull();
  });

  test("is copied to the test twin once, with the logo, and then belongs to each", async () => {
    const { merchantId, owner } = await storeWithPeople();
    await owner.patch("/branding", BRANDING);
    await owner.put("/branding/logo", await logoOf(10));
    await owner.post("/stores/switch", { merchantId, testMode: true });
    const twin = (await owner.get("/branding")).body;
    expect(twin).toMatchObject({ ...BRANDING, name: "Corner Bakery (test)" });
    expect((await anybody.get(twin.logoUrl)).status).toBe(200);
    await owner.patch("/branding", { brandColor: null });
    await owner.delete("/branding/logo");
    await owner.post("/stores/switch", { merchantId });
    const live = (await owner.get("/branding")).body;
    expect(live.brandColor).toBe(BRANDING.brandColor);
    expect((await anybody.get(live.logoUrl)).status).toBe(200);
  });

  test("is shown in the wallet, with a balance and to the team, and no other store's", async () => {
    const { merchantId, owner, card } = await storeWithPeople();
    await owner.patch("/branding", BRANDING);
    const { logoUrl } = (await owner.put("/branding/logo", await logoOf(20))).body;
    const { senderName: _, ...shown } = { name: "Corner Bakery", ...BRANDING, logoUrl };
    const email = uniqueEmail();
    const wallet = await consumerWithWallet(email);
    const { code } = await card({ amountCents: 500, owner: email });
    const other = await storeWithPeople();
    await other.card({ amountCents: 700, owner: email });
    const { cards } = (await wallet.get("/cards")).body;
    const stores = cards.map(({ store }: { store: object }) => store);
    expect(stores).toHaveLength(2);
    expect(stores).toContainEqual(expect.objectContaining(shown));
    expect(stores).toContainEqual(expect.objectContaining({ brandColor: null, logoUrl: null }));
    const [row] = await pg()`select slug from merchants where id = ${merchantId}`;
    const checked = await anybody.post("/api/wallet/balance", { store: row?.slug, code });
    expect(checked.body.store).toEqual(shown);
    expect((await owner.get("/me")).body.merchant).toMatchObject({
      brandColor: BRANDING.brandColor,
      logoUrl,
    });
  });
});

describe("a logo", () => {
  test("is public at a URL of its own, forever, as an image and nothing else", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const { logoUrl } = (await owner.put("/branding/logo", await logoOf(30))).body;
    expect(logoUrl).toMatch(new RegExp(`^/api/store-logos/${merchantId}/[0-9a-f]{64}\\.png$`));
    const { status, bytes, headers } = await anybody.get(logoUrl);
    expect(status).toBe(200);
    expect((await sharp(bytes).metadata()).format).toBe("png");
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(bytes.length),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'",
    });
    expect(headers.has("set-cookie")).toBe(false);
  });

  test("that was replaced or removed is gone, and so is any other URL", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const other = await storeWithPeople();
    const first = (await owner.put("/branding/logo", await logoOf(40))).body.logoUrl;
    const second = (await owner.put("/branding/logo", await logoOf(50))).body.logoUrl;
    expect((await anybody.get(second)).status).toBe(200);
    const urls = [
      first,
      second.replace(merchantId, other.merchantId),
      second.replace(".png", ".svg"),
      second.replace(merchantId, "nobody"),
    ];
    for (const url of urls) expect(await outcomeOf(anybody.get(url)), url).toBe("404 not_found");
    expect((await owner.delete("/branding/logo")).body.logoUrl).toBeNull();
    await owner.delete("/branding/logo");
    expect(await outcomeOf(anybody.get(second))).toBe("404 not_found");
    expect((await actionsOf(merchantId)).filter((action) => action.includes("logo"))).toEqual([
      "branding.logo_replaced",
      "branding.logo_replaced",
      "branding.logo_removed",
    ]);
  });

  test("of another store stays when one is replaced or removed", async () => {
    const [one, other] = [await storeWithPeople(), await storeWithPeople()];
    await one.owner.put("/branding/logo", await logoOf(60));
    const { logoUrl } = (await other.owner.put("/branding/logo", await logoOf(60))).body;
    await one.owner.put("/branding/logo", await logoOf(70));
    await one.owner.delete("/branding/logo");
    expect((await anybody.get(logoUrl)).status).toBe(200);
    expect((await other.owner.get("/branding")).body.logoUrl).toBe(logoUrl);
  });

  test("may be a file of 2 MB, and no larger", async () => {
    const { owner } = await storeWithPeople();
    const file = (bytes: number) => ({ image: Buffer.alloc(bytes).toString("base64") });
    const limit = 2 * 1024 * 1024;
    expect(await outcomeOf(owner.put("/branding/logo", file(limit)))).toBe(
      "400 invalid_request image",
    );
    expect((await owner.put("/branding/logo", file(limit + 4_096))).status).toBe(413);
  });
});

test("a viewer changes nothing, and a store in test mode only its own", async () => {
  const { join, merchantId } = await storeWithPeople();
  const viewer = await join("viewer");
  expect(await outcomeOf(viewer.patch("/branding", BRANDING))).toBe("403 insufficient_scope");
  expect(await outcomeOf(viewer.put("/branding/logo", await logoOf(80)))).toBe(
    "403 insufficient_scope",
  );
  expect(await outcomeOf(viewer.delete("/branding/logo"))).toBe("403 insufficient_scope");
  const actions = await actionsOf(merchantId);
  expect(actions.filter((action) => action.startsWith("branding"))).toEqual([]);
  const { live, enterTestMode } = await storeWithTwin();
  await enterTestMode(live.owner);
  await live.owner.patch("/branding", BRANDING);
  const [row] = await pg()`select brand_color from merchants where id = ${live.merchantId}`;
  expect(row?.brand_color).toBeNull();
});
