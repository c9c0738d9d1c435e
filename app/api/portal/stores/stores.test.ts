import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { signIn } from "@/lib/merchants/sign-in";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as me from "../me/route";
import * as member from "../team/[id]/route";
import * as stores from "./route";
import * as switching from "./switch/route";

useTestDatabase();

const idOf = async (headers: Record<string, string>) =>
  (await send(me, "GET", { headers })).body.merchant.id as string;

test("a person creates another store, owns it, and is in it; the first one stays theirs", async () => {
  const { join, merchantId } = await storeWithPeople();
  const { headers } = await join("viewer");
  const body = { name: "Second", currency: "EUR", timeZone: "Europe/Zurich" };
  const made = await send(stores, "POST", { headers, body });
  expect(made.status).toBe(201);
  const profile = (await send(me, "GET", { headers })).body;
  expect(profile).toMatchObject({ merchant: { ...body, id: made.body.merchantId }, role: "owner" });
  const listed = (await send(stores, "GET", { headers })).body.stores;
  expect(listed).toEqual([
    { id: merchantId, name: "Corner Bakery", role: "viewer", current: false },
    { id: made.body.merchantId, name: "Second", role: "owner", current: true },
  ]);
});

test("another store sent twice at once under one Idempotency-Key is founded once", async () => {
  for (let round = 0; round < 3; round++) {
    const { owner, merchantId } = await storeWithPeople();
    const headers = {
      ...owner.headers,
      "Scrip-Store": merchantId,
      "Idempotency-Key": newId(),
    };
    const found = () => send(stores, "POST", { headers, body: { name: "Second" } });
    const answers = await Promise.all([found(), found(), found()]);
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    // One that comes once the session has moved is told so.
    const late = answers.filter(({ status }) => status !== 201);
    expect(late.every(({ body }) => body.error === "store_changed")).toBe(true);
    const listed = await send(stores, "GET", { headers: owner.headers });
    expect(listed.body.stores).toHaveLength(2);
  }
});

test("switching moves the session that asks and no other, and signing in opens the store last used", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const { headers } = owner;
  const second = (await send(stores, "POST", { headers, body: { name: "Second" } })).body
    .merchantId;
  const [user] = await pg()`select email from users where id = ${owner.userId}`;
  const signInAgain = async () => {
    const given = { email: user?.email, password: "a long enough password" };
    const opened = await signIn(given, { address: "127.0.0.1", userAgent: null });
    const [session] = await pg()`select merchant_id as id from user_sessions
      where id = ${Object(opened).sessionId ?? null}`;
    return session?.id;
  };
  expect(await signInAgain()).toBe(second);
  const answer = await send(switching, "POST", { headers, body: { merchantId } });
  expect(answer.body).toEqual({ merchantId });
  expect(await idOf(headers)).toBe(merchantId);
  expect(await signInAgain()).toBe(merchantId);
});

test("a page of the store that was left changes nothing in the one turned to: 409", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const stale = { ...owner.headers, "Scrip-Store": merchantId };
  const body = { name: "Second" };
  expect((await send(stores, "POST", { headers: stale, body })).status).toBe(201);
  const again = await send(stores, "POST", { headers: stale, body });
  expect([again.status, again.body.error]).toEqual([409, "store_changed"]);
  const listed = await send(stores, "GET", { headers: owner.headers });
  expect(listed.body.stores).toHaveLength(2);
  const back = await send(switching, "POST", { headers: stale, body: { merchantId } });
  expect(back.status).toBe(200);
});

test("nobody turns to a store whose team they are not in, or are not in any more: 404", async () => {
  const [own, other] = [await storeWithPeople(), await storeWithPeople()];
  const { headers } = own.owner;
  const body = { merchantId: other.merchantId };
  expect((await send(switching, "POST", { headers, body })).status).toBe(404);
  expect(await idOf(headers)).toBe(own.merchantId);
});

test("a person removed while they switch is in the store of none: the session ends or stays where it was", async () => {
  for (let round = 0; round < 6; round++) {
    const { owner, join, merchantId } = await storeWithPeople();
    const person = await join("manager");
    const { headers } = person;
    const second = await send(stores, "POST", { headers, body: { name: "Second" } });
    const [, moved] = await Promise.all([
      send(member, "DELETE", { headers: owner.headers, id: person.userId }),
      send(switching, "POST", { headers, body: { merchantId } }),
    ]);
    const after = await send(me, "GET", { headers });
    if (moved.status === 200) expect(after.status).toBe(401);
    else expect(after.body.merchant.id).toBe(second.body.merchantId);
  }
});

test.each([
  ["name", { name: "" }],
  ["currency", { name: "x", currency: "EURO" }],
  ["timeZone", { name: "x", timeZone: "Mars/Olympus" }],
])("another store with a wrong %s is refused: 400", async (path, body) => {
  const { owner } = await storeWithPeople();
  const answer = await send(stores, "POST", { headers: owner.headers, body });
  expect(answer.status).toBe(400);
  expect(answer.body.fields[0].path).toBe(path);
});
