import { expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { db, pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { parseCode, unsealCode } from "@/lib/domain/cards/code";
import { create } from "@/lib/domain/cards/create";
import { disable } from "@/lib/domain/cards/disable";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { proposeAgreement } from "@/lib/domain/transfers/agreements/propose";
import { transfer } from "@/lib/domain/transfers/transfer";
import { outcome } from "@/lib/testing/ledger-fixtures";
import { waitForLocks } from "@/lib/testing/locks";
import { actionsOf, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";
import { callerWithKey, createStore } from "@/lib/testing/store";
import { storeWithTwin } from "@/lib/testing/twin";
import { uniqueEmail } from "@/lib/testing/wallet";
import { findMerchant, listMerchants } from "./find";
import { testStoreOf, twinOf } from "./twin";

const LIMITS = { maxTransferCents: 1, maxDayCents: 1, maxUnsettledCents: 1 };

test("a store has one test twin, even if several requests create it together, with the store's settings at that time", async () => {
  const { id } = await createStore({
    name: "Corner Bakery",
    currency: "EUR",
    validityMonths: 12,
    language: "de",
  });
  await pg()`update merchants set scan_prefix = 'A' where id = ${id}`;
  const ask = () => testStoreOf(id);
  const asked = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(new Set(asked).size).toBe(1);
  await pg()`update merchants set name = 'Renamed', validity_months = 6, language = 'fr', scan_prefix = 'B' where id = ${id}`;
  const [twin] = await pg()`select name, slug, currency, language, validity_months::int as validity,
    scan_prefix from merchants where id = ${await ask()}`;
  expect(twin).toEqual({
    name: "Corner Bakery (test)",
    slug: `store-${id}-test`,
    currency: "EUR",
    language: "de",
    validity: 12,
    scan_prefix: "A",
  });
});

test("a test twin takes its live store's new name, which the audit logs of both say", async () => {
  const { live, twin, enterTestMode } = await storeWithTwin();
  const owner = await live.join("owner");
  await enterTestMode(owner);
  await live.owner.patch("/store", { name: "Corner Café" });
  expect((await owner.get("/me")).body.merchant.name).toBe("Corner Café (test)");
  expect(await actionsOf(live.merchantId)).toContain("store.updated");
  expect(await actionsOf(twin.id)).toContain("store.updated");
  // A change of something else leaves both names as they are.
  await live.owner.patch("/store", { validityMonths: 6 });
  expect((await owner.get("/store")).body).toMatchObject({ name: "Corner Café (test)" });
});

test("a test twin that is created while its live store is renamed gets the new name", async () => {
  const { merchantId, owner } = await storeWithPeople();
  const [twinId, renaming] = await db().transaction(async (tx) => {
    const id = await twinOf(tx, merchantId, { actor: "operator", requestId: null });
    const answer = owner.patch("/store", { name: "Corner Café" });
    await waitForLocks();
    return [id, () => answer] as const;
  });
  expect((await renaming()).status).toBe(200);
  const [twin] = await pg()`select name from merchants where id = ${twinId}`;
  expect(twin?.name).toBe("Corner Café (test)");
});

test("the people of a store work in its test twin with their roles, and it is listed as no store of its own", async () => {
  const { live, twin, enterTestMode } = await storeWithTwin();
  const viewer = await live.join("viewer");
  expect((await enterTestMode(viewer)).body).toEqual({ merchantId: twin.id });
  expect((await viewer.get("/me")).body).toMatchObject({
    merchant: { id: twin.id, liveMerchantId: live.merchantId, isConfirmed: true },
    role: "viewer",
  });
  expect((await viewer.get("/stores")).body.stores).toEqual([
    { id: live.merchantId, name: "Corner Bakery", role: "viewer", current: true },
  ]);
  expect(await outcomeOf(viewer.post("/api/v1/cards", { currency: "USD" }))).toBe(
    "403 insufficient_scope",
  );
  await viewer.post("/stores/switch", { merchantId: live.merchantId });
  expect((await viewer.get("/me")).body.merchant).toMatchObject({
    id: live.merchantId,
    liveMerchantId: null,
  });
  expect((await listMerchants()).map(({ merchantId }) => merchantId)).not.toContain(twin.id);
  expect(await findMerchant(twin.id)).toBe(twin.id);
});

test("nobody else enters a store's test mode, and who leaves the team loses it immediately", async () => {
  const { live, twin, enterTestMode } = await storeWithTwin();
  const stranger = (await storeWithTwin()).live.owner;
  expect(await outcomeOf(enterTestMode(stranger))).toBe("404 not_found");
  const body = { merchantId: twin.id };
  expect(await outcomeOf(stranger.post("/stores/switch", body))).toBe("404 not_found");
  const viewer = await live.join("viewer");
  await enterTestMode(viewer);
  await live.owner.delete(`/team/${viewer.userId}`, { body: { keys: [] } });
  expect(await outcomeOf(viewer.get("/me"))).toBe("401 unauthorized");
});

test("a key works only in the mode that its prefix says", async () => {
  const { live, twin } = await storeWithTwin();
  const [testKey, liveKey] = [twin.headers, (await callerWithKey(live.ctx())).headers].map(
    ({ Authorization }) => Authorization.slice("Bearer ".length),
  );
  expect([testKey?.slice(0, 11), liveKey?.slice(0, 11)]).toEqual(["scrip_test_", "scrip_live_"]);
  const swapped = testKey?.replace("scrip_test_", "scrip_live_");
  const headers = { Authorization: `Bearer ${swapped}` };
  expect(await outcomeOf(twin.get("/cards", {}, { headers }))).toBe("401 unauthorized");
});

test("managers create test keys that move money without a password, and still no live ones", async () => {
  const { live, enterTestMode } = await storeWithTwin();
  const [manager, viewer] = [await live.join("manager"), await live.join("viewer")];
  const key = { name: "Dev", preset: "full_access", shape: "A" };
  expect(await outcomeOf(manager.post("/keys", key))).toBe("403 insufficient_scope");
  await Promise.all([enterTestMode(manager), enterTestMode(viewer)]);
  const created = await manager.post("/keys", key);
  expect(created.status).toBe(201);
  expect(created.body.secret).toMatch(/^scrip_test_/);
  const roll = await manager.post(`/keys/${created.body.key.id}/roll`, { overlapHours: 0 });
  expect(roll.body.secret).toMatch(/^scrip_test_/);
  expect(await outcomeOf(viewer.post("/keys", key))).toBe("403 insufficient_scope");
});

test("a store whose owner's email is not confirmed has test keys, and no live ones that move money", async () => {
  const { live, enterTestMode } = await storeWithTwin();
  await pg()`update merchants set confirmed_at = null where id = ${live.merchantId}`;
  const key = { name: "Dev", preset: "full_access", shape: "A", password: PASSWORD };
  expect(await outcomeOf(live.owner.post("/keys", key))).toBe("403 store_not_confirmed");
  await enterTestMode(live.owner);
  expect((await live.owner.post("/keys", key)).status).toBe(201);
});

test("what belongs to the live store alone is refused in test mode", async () => {
  const { live, enterTestMode } = await storeWithTwin();
  await enterTestMode(live.owner);
  const { get, post, put, patch } = live.owner;
  const invitation = { email: uniqueEmail(), role: "viewer" };
  const proposal = { slug: "any", ...LIMITS };
  const answers = [
    get("/team"),
    post("/team/invitations", invitation),
    post("/team/leave"),
    post("/agreements", proposal),
    put("/platform", {}),
    patch("/store", { requiresSecondFactor: true }),
  ];
  for (const answer of answers) expect(await outcomeOf(answer)).toBe("403 not_in_test_mode");
  expect((await patch("/store", { name: "Other", requiresSecondFactor: false })).body.name).toBe(
    "Other (test)",
  );
});

/** A card with a balance in this store. */
async function soldCard(ctx: () => Ctx) {
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents: 1_000 });
  return { id: card.id, code: unsealCode(card) };
}

test("a live store and its test twin see nothing of each other", async () => {
  const { live, twin } = await storeWithTwin();
  const liveKey = await callerWithKey(live.ctx());
  const [mine, tests] = [await soldCard(live.ctx), await soldCard(twin.ctx)];
  for (const [caller, own, other] of [
    [liveKey, mine, tests],
    [twin, tests, mine],
  ] as const) {
    const { cards } = (await caller.get("/cards")).body;
    expect(cards.map(({ uuid }: { uuid: string }) => uuid)).toEqual([own.id]);
    expect((await caller.get("/transactions")).body.total).toBe(1);
    expect(await outcomeOf(caller.get(`/cards/${other.id}`))).toBe("404 not_found");
    const debit = { amountCents: 1 };
    expect(await outcomeOf(caller.post(`/cards/${other.id}/debit`, debit))).toBe("404 not_found");
    expect(await outcomeOf(caller.post("/cards/lookup", { code: other.code }))).toBe(
      "404 not_found",
    );
  }
});

test("reports and the overview of a live store count nothing of its test twin", async () => {
  const { live, twin } = await storeWithTwin();
  const read = async () => {
    const [overview, liability, counts] = await Promise.all([
      live.owner.get("/overview"),
      live.owner.get("/reports/liability", { currency: "USD" }),
      live.owner.get("/cards/counts"),
    ]);
    expect([overview.status, liability.status, counts.status]).toEqual([200, 200, 200]);
    return [overview, liability, counts].map(({ text }) => text.replace(/"\w*[aA]t":"[^"]*"/g, ""));
  };
  const before = await read();
  await soldCard(twin.ctx);
  await issueStoreCredit(twin.ctx(), {
    email: uniqueEmail(),
    amountCents: 500,
    currency: "USD",
    source: "promotion",
  });
  expect(await read()).toEqual(before);
});

test("no money moves between a live store and a test twin, and no agreement names a twin", async () => {
  const { live, twin } = await storeWithTwin();
  const [mine, tests] = [await soldCard(live.ctx), await soldCard(twin.ctx)];
  const move = (ctx: typeof twin.ctx, from: { id: string }, to: { code: string }) =>
    outcome(
      transfer(ctx(), {
        fromCardId: from.id,
        toCode: parseCode(to.code) ?? "",
        amountCents: 100,
      }),
    );
  expect(await move(live.ctx, mine, tests)).toBe("transfers_not_enabled");
  expect(await move(twin.ctx, tests, mine)).toBe("transfers_not_enabled");
  const [{ slug = "" } = {}] = await pg()`select slug from merchants where id = ${twin.id}`;
  const [{ slug: liveSlug = "" } = {}] =
    await pg()`select slug from merchants where id = ${live.merchantId}`;
  expect(await outcome(proposeAgreement(live.ctx(), { slug, ...LIMITS }))).toBe("not_found");
  expect(await outcome(proposeAgreement(twin.ctx(), { slug: liveSlug, ...LIMITS }))).toBe(
    "not_in_test_mode",
  );
});

test("a member who is removed loses the test keys they created", async () => {
  const { live, enterTestMode } = await storeWithTwin();
  const manager = await live.join("manager");
  await enterTestMode(manager);
  await manager.post("/keys", { name: "Dev", preset: "full_access", shape: "A" });
  await live.owner.delete(`/team/${manager.userId}`, { body: { keys: [] } });
  const [key] = await pg()`select revoked_at is not null as revoked from api_keys
    where created_by = ${`user:${manager.userId}`}`;
  expect(key?.revoked).toBe(true);
});

test("the audit log of each store has its own changes", async () => {
  const { live, twin, enterTestMode } = await storeWithTwin();
  const before = await actionsOf(live.merchantId);
  const { card } = await create(twin.ctx(), { currency: "USD", cardType: "digital" });
  await activate(twin.ctx(), { cardId: card.id, amountCents: 100 });
  await disable(twin.ctx(), { cardId: card.id });
  await enterTestMode(live.owner);
  expect(await actionsOf(live.merchantId)).toEqual(before);
  expect(await actionsOf(twin.id)).toEqual(
    expect.arrayContaining(["merchant.created", "card.disabled", "session.switched"]),
  );
});
