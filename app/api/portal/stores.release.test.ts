import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { signIn } from "@/lib/domain/people/sign-in";
import { configure } from "@/lib/testing/configure";
import { PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";

const currentStoreId = async ({ get }: Caller): Promise<string> =>
  (await get("/me")).body.merchant.id;
const storesOf = async ({ get }: Caller) => (await get("/stores")).body.stores;
const createSecondStore = async ({ post }: Caller) =>
  (await post("/stores", { name: "Second" })).body.merchantId;

test("a person creates another store, owns it and is switched to it; the first one stays theirs", async () => {
  const { join, merchantId } = await storeWithPeople();
  const person = await join("viewer");
  const body = { name: "Second", currency: "EUR", timeZone: "Europe/Zurich" };
  const made = await person.post("/stores", body);
  expect(made.status).toBe(201);
  expect((await person.get("/me")).body).toMatchObject({
    merchant: { ...body, id: made.body.merchantId },
    role: "owner",
  });
  expect(await storesOf(person)).toEqual([
    { id: merchantId, name: "Corner Bakery", role: "viewer", current: false },
    { id: made.body.merchantId, name: "Second", role: "owner", current: true },
  ]);
});

test("another store sent several times at once under one Idempotency-Key is created once", async () => {
  for (let round = 0; round < 3; round++) {
    const { owner, merchantId } = await storeWithPeople();
    const headers = { "Scrip-Store": merchantId, "Idempotency-Key": newId() };
    const send = () => owner.post("/stores", { name: "Second" }, { headers });
    const answers = await Promise.all([send(), send(), send()]);
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    // Requests that arrive after the session has moved are refused.
    const late = answers.filter(({ status }) => status !== 201);
    expect(late.every(({ body }) => body.error === "store_changed")).toBe(true);
    expect(await storesOf(owner)).toHaveLength(2);
  }
});

test("switching moves the session that asks, and signing in opens the store last used", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const second = await createSecondStore(owner);
  const storeOfNewSession = async () => {
    const browser = { address: "127.0.0.1", userAgent: null };
    const opened = await signIn({ email: owner.email, password: PASSWORD }, browser);
    const [session] = await pg()`select merchant_id as id from user_sessions
      where id = ${Object(opened).sessionId ?? null}`;
    return session?.id;
  };
  expect(await storeOfNewSession()).toBe(second);
  expect((await owner.post("/stores/switch", { merchantId })).body).toEqual({ merchantId });
  expect(await currentStoreId(owner)).toBe(merchantId);
  expect(await storeOfNewSession()).toBe(merchantId);
});

test("a page of the store that was left changes nothing in the current one", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const stale = { headers: { "Scrip-Store": merchantId } };
  const body = { name: "Second" };
  expect((await owner.post("/stores", body, stale)).status).toBe(201);
  expect(await outcomeOf(owner.post("/stores", body, stale))).toBe("409 store_changed");
  expect(await storesOf(owner)).toHaveLength(2);
  expect((await owner.post("/stores/switch", { merchantId }, stale)).status).toBe(200);
});

test("a person can't switch to a store whose team they are not in", async () => {
  const [own, other] = [await storeWithPeople(), await storeWithPeople()];
  const { merchantId } = other;
  expect((await own.owner.post("/stores/switch", { merchantId })).status).toBe(404);
  expect(await currentStoreId(own.owner)).toBe(own.merchantId);
});

test("a person removed while they switch does not end up in the store: the session ends or stays where it was", async () => {
  for (let round = 0; round < 6; round++) {
    const { owner, join, merchantId } = await storeWithPeople();
    const person = await join("manager");
    const second = await createSecondStore(person);
    const [, moved] = await Promise.all([
      owner.delete(`/team/${person.userId}`),
      person.post("/stores/switch", { merchantId }),
    ]);
    const after = await person.get("/me");
    if (moved.status === 200) expect(after.status).toBe(401);
    else expect(after.body.merchant.id).toBe(second);
  }
});

test("a person creates five stores a day, from whatever network", async () => {
  const { join } = await storeWithPeople();
  const person = await join("viewer");
  const create = (n: number) => {
    const headers = { "x-forwarded-for": `network-${n}-${newId()}` };
    return person.post("/stores", { name: `Store ${n}` }, { headers });
  };
  // The session moves to each new store, so that a request at the same time can be refused for that instead.
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => create(n)));
  let created = answers.filter(({ status }) => status === 201).length;
  expect(created).toBeLessThanOrEqual(5);
  for (; created < 5; created++) expect((await create(created)).status).toBe(201);
  expect(await create(6)).toMatchObject({
    status: 429,
    body: {
      error: "rate_limited",
      message: "You can create 5 stores a day. Try again tomorrow.",
    },
  });
});

test.each([
  ["open", "owner", "201"],
  ["open", "viewer", "201"],
  ["invited", "owner", "201"],
  ["invited", "manager", "403 sign_up_closed"],
  ["invited", "viewer", "403 sign_up_closed"],
  ["closed", "owner", "403 sign_up_closed"],
] as const)("with SIGN_UP=%s, another store of the %s: %s", async (SIGN_UP, role, expected) => {
  configure({ SIGN_UP });
  const { join } = await storeWithPeople();
  const person = await join(role);
  expect((await person.get("/me")).body.mayCreateStores).toBe(expected === "201");
  expect(await outcomeOf(person.post("/stores", { name: "Second" }))).toBe(expected);
  configure({ SIGN_UP: "open" });
});
