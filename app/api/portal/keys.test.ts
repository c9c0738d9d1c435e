import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { API_SCOPES, KEY_PRESETS, type KeyPreset } from "@/lib/base/roles";
import { pg } from "@/lib/db/client/client";
import { waitForLocks } from "@/lib/testing/locks";
import { codeOf, ownerWithTwoStep, stopClock } from "@/lib/testing/people";
import { auditOf, mailsOfStore, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";
import { newKey } from "@/lib/testing/store";

stopClock();

const DAY_MS = 24 * 60 * 60 * 1_000;
const OWNERS_PRESETS: KeyPreset[] = ["till", "online_shop", "full_access"];
const OTHER_PRESETS: KeyPreset[] = ["balance_check", "read_only"];
const OWNERS_SCOPES = ["cards:write", "codes:read", "money:write"];

const createKey = ({ post }: Caller, given: object, headers = {}) =>
  post("/keys", { name: "Till 2", ...given }, { headers });

describe("a key that moves money, manages cards or shows codes", () => {
  test("is made by an owner, with the password", async () => {
    const { owner } = await storeWithPeople();
    for (const preset of OWNERS_PRESETS) {
      expect(await outcomeOf(createKey(owner, { preset }))).toBe("400 invalid_request password");
      const wrong = createKey(owner, { preset, password: "not the password" });
      expect(await outcomeOf(wrong)).toBe("400 invalid_request password");
      const { status, body } = await createKey(owner, { preset, password: PASSWORD });
      expect([status, body.key.scopes]).toEqual([201, [...KEY_PRESETS[preset]]]);
    }
  });

  test("is not made or rolled by a manager, whatever they send", async () => {
    const { owner, join, ctx } = await storeWithPeople();
    const manager = await join("manager");
    const chosen = [
      ...OWNERS_PRESETS.map((preset) => ({ preset })),
      ...OWNERS_SCOPES.map((scope) => ({ scopes: ["cards:read", scope] })),
    ];
    for (const given of chosen) {
      const refused = createKey(manager, { ...given, password: PASSWORD });
      expect(await outcomeOf(refused), JSON.stringify(given)).toBe("403 insufficient_scope");
    }
    const { key } = await newKey(ctx(), { scopes: ["money:write"] });
    const roll = { overlapHours: 0, password: PASSWORD };
    const rolled = manager.post(`/keys/${key.id}/roll`, roll);
    expect(await outcomeOf(rolled)).toBe("403 insufficient_scope");
    const unproven = owner.post(`/keys/${key.id}/roll`, { overlapHours: 0 });
    expect(await outcomeOf(unproven)).toBe("400 invalid_request password");
    expect((await owner.post(`/keys/${key.id}/roll`, roll)).status).toBe(201);
  });

  test("also needs a code if two-step sign-in is on, but not to repeat the request", async () => {
    const { person, secret } = await ownerWithTwoStep();
    const headers = { "idempotency-key": newId() };
    const proof = { preset: "till", password: PASSWORD };
    expect(await outcomeOf(createKey(person, proof))).toBe("400 invalid_request code");
    const given = { ...proof, code: codeOf(secret) };
    const first = await createKey(person, given, headers);
    expect(first.status).toBe(201);
    const again = await createKey(person, given, headers);
    expect([again.status, again.body.secret]).toEqual([201, first.body.secret]);
    expect(await outcomeOf(createKey(person, given))).toBe("400 invalid_request code");
  });

  test("is not made by an owner who is demoted or removed meanwhile", async () => {
    const { merchantId, join } = await storeWithPeople();
    const other = await join("owner");
    let late: ReturnType<typeof createKey> | undefined;
    await pg().begin(async (tx) => {
      await tx`select from merchants where id = ${merchantId} for no key update`;
      late = createKey(other, { preset: "till", password: PASSWORD });
      await waitForLocks();
      await tx`update memberships set role = 'manager' where user_id = ${other.userId}`;
    });
    expect((await late)?.status).toBe(403);
  });
});

test("a key that can only read is made and rolled by a manager without the password", async () => {
  const { join } = await storeWithPeople();
  const manager = await join("manager");
  for (const preset of OTHER_PRESETS) {
    const { status, body } = await createKey(manager, { preset });
    expect([status, body.key.scopes]).toEqual([201, [...KEY_PRESETS[preset]]]);
    const rolled = await manager.post(`/keys/${body.key.id}/roll`, { overlapHours: 0 });
    expect(rolled.status).toBe(201);
  }
});

test("a key lasts a year unless its maker says otherwise", async () => {
  const { owner } = await storeWithPeople();
  const expiryOf = async (given: object) =>
    (await createKey(owner, { preset: "read_only", ...given })).body.key.expiresAt;
  const inAYear = Date.parse(await expiryOf({})) - Date.now();
  expect(Math.round(inAYear / DAY_MS)).toBe(365);
  expect(await expiryOf({ expiresAt: null })).toBeNull();
  const soon = new Date(Date.now() + 30 * DAY_MS).toISOString();
  expect(await expiryOf({ expiresAt: soon })).toBe(soon);
});

test("every owner gets an email about each new key: its name, what it can do, who made it", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const [other, manager] = [await join("owner"), await join("manager")];
  await createKey(manager, { name: "Kiosk", preset: "balance_check" });
  const { key } = (await createKey(manager, { name: "Export", scopes: ["transactions:read"] }))
    .body;
  await manager.post(`/keys/${key.id}/roll`, { overlapHours: 0 });
  const mails = await mailsOfStore(merchantId);
  expect(mails.map(({ to }) => to).sort()).toEqual(
    [owner, owner, owner, other, other, other].map(({ email }) => email).sort(),
  );
  const texts = mails.filter(({ to }) => to === owner.email).map(({ text }) => text);
  expect(texts[0]).toContain("A manager created the API key “Kiosk” for Corner Bakery");
  expect(texts[0]).toContain("Access: Balance check.");
  expect(texts[0]).toMatch(/\/settings\/api-keys$/);
  expect(texts[1]).toContain("Access: transactions:read.");
  expect(texts[2]).toContain("A manager rolled the API key “Export”");
  expect(JSON.stringify(mails)).not.toContain("scrip_live_");
});

test("the list says who made each key", async () => {
  const { owner } = await storeWithPeople();
  await createKey(owner, { preset: "read_only" });
  expect((await owner.get("/keys")).body.keys).toMatchObject([
    { createdBy: "Ada", createdById: owner.userId },
  ]);
});

describe("what a till's key is limited to", () => {
  const PROOF = { password: PASSWORD };

  test("is changed by an owner with the password, audited and emailed; its name needs no password", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    const manager = await join("manager");
    const limits = { place: "Counter", addressRanges: ["203.0.113.7"], maxDayOutCents: 5_000 };
    const made = await createKey(owner, { preset: "till", ...limits, ...PROOF });
    const { key } = made.body;
    expect([key.place, key.addressRanges, key.maxDayOutCents]).toEqual([
      "Counter",
      ["203.0.113.7/32"],
      5_000,
    ]);
    const change = (caller: Caller, changes: object) => caller.patch(`/keys/${key.id}`, changes);
    const raised = { maxDayOutCents: 9_000 };
    expect(await outcomeOf(change(owner, raised))).toBe("400 invalid_request password");
    expect(await outcomeOf(change(manager, { ...raised, ...PROOF }))).toBe(
      "403 insufficient_scope",
    );
    expect((await change(manager, { place: "Terrace" })).body.key.place).toBe("Terrace");
    expect((await change(owner, { ...raised, ...PROOF })).body.key.maxDayOutCents).toBe(9_000);
    const [moved, limited] = await auditOf(merchantId, "api_key.changed");
    expect(moved?.details).toEqual({ place: { from: "Counter", to: "Terrace" } });
    expect(limited?.details).toEqual({ maxDayOutCents: { from: 5_000, to: 9_000 } });
    const mails = await mailsOfStore(merchantId, "api_key_changed");
    expect(mails.map(({ to }) => to)).toEqual([owner.email]);
    expect(mails[0]?.text).toMatch(/Ada changed the limits of the .+ API key “Till 2” \(ending in/);
  });

  test("is a rate limit up to the operator's maximum, and networks in CIDR notation", async () => {
    const { owner } = await storeWithPeople();
    const { key } = (await createKey(owner, { preset: "till", ...PROOF })).body;
    const change = (changes: object) =>
      outcomeOf(owner.patch(`/keys/${key.id}`, { ...changes, ...PROOF }));
    expect(await change({ limitPerWindow: 200 })).toBe("200");
    expect(await change({ limitPerWindow: 201 })).toBe("400 invalid_request limitPerWindow");
    expect(await change({ limitPerWindow: null })).toBe("200");
    expect(await change({ addressRanges: ["203.0.113.0/33"] })).toMatch(/^400 invalid_request/);
    expect(await change({ maxDayInCents: 0 })).toBe("400 invalid_request maxDayInCents");
    const above = createKey(owner, { preset: "till", limitPerWindow: 500, ...PROOF });
    expect(await outcomeOf(above)).toBe("400 invalid_request limitPerWindow");
  });

  test("is changed while the key is rolled: both lock the store before the key", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const { key } = (await createKey(owner, { preset: "till", ...PROOF })).body;
    const changed = await pg().begin(async (roll) => {
      await roll`select from merchants where id = ${merchantId} for no key update`;
      const done = outcomeOf(owner.patch(`/keys/${key.id}`, { maxDayOutCents: 9, ...PROOF }));
      await waitForLocks();
      await roll`select from api_keys where id = ${key.id} for no key update`;
      return { done };
    });
    expect(await changed.done).toBe("200");
  });

  test("stays with the key that replaces it", async () => {
    const { owner } = await storeWithPeople();
    const limits = { place: "Counter", addressRanges: ["203.0.113.0/24"], maxMovementInCents: 100 };
    const { key } = (await createKey(owner, { preset: "till", ...limits, ...PROOF })).body;
    const rolled = await owner.post(`/keys/${key.id}/roll`, { overlapHours: 0, ...PROOF });
    expect(rolled.body.key).toMatchObject(limits);
  });
});

test("a test key for the docs works in the test store alone, for a week, whoever may manage the store", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const manager = await join("manager");
  for (const person of [owner, manager]) {
    const { status, body } = await person.post("/test-keys", {});
    expect([status, body.key.scopes]).toEqual([201, [...API_SCOPES]]);
    expect(body.secret).toMatch(/^scrip_test_/);
    const lastsMs = Date.parse(body.key.expiresAt) - Date.parse(body.key.createdAt);
    expect(lastsMs / DAY_MS).toBeCloseTo(7, 1);
    const [row] = await pg()`select s.live_merchant_id as "live" from api_keys k
      join merchants s on s.id = k.merchant_id where k.id = ${body.key.id}`;
    expect(row).toEqual({ live: merchantId });
  }
  expect((await owner.get("/keys")).body.keys).toEqual([]);
  expect(await outcomeOf((await join("viewer")).post("/test-keys", {}))).toBe(
    "403 insufficient_scope",
  );
});

test("a repeated request for a test key gets the same key", async () => {
  const { owner } = await storeWithPeople();
  const headers = { "idempotency-key": newId() };
  const [first, again] = [
    await owner.post("/test-keys", {}, { headers }),
    await owner.post("/test-keys", {}, { headers }),
  ];
  expect(again.body).toEqual(first.body);
});
