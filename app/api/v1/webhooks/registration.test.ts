import { expect } from "vitest";
import {
  expectInvalid,
  expectRefusal,
  expectStatus,
  ISO_INSTANT,
  UUID,
} from "@/lib/testing/api/expectations";
import { RECEIVER_URL, toUuid } from "@/lib/testing/api/resources";
import { test } from "@/lib/testing/api/test";

const EVENTS = ["card.activated", "card.debited"];
const SHAPE_B_ID_PATTERN = /^wh_[0-9a-f]{32}$/;

test("a new webhook shows its secret under Shape B only", async ({ api, apiB }) => {
  const wanted = { url: RECEIVER_URL, events: EVENTS };
  const a = await api.post("/webhooks", wanted);
  expectStatus(a, 201);
  expect(a.body).toEqual({
    id: expect.stringMatching(UUID),
    url: RECEIVER_URL,
    events: EVENTS,
    active: true,
    createdAt: expect.stringMatching(ISO_INSTANT),
  });

  const b = await apiB.post("/webhooks", wanted);
  expectStatus(b, 201);
  expect(b.body).toEqual({
    id: expect.stringMatching(SHAPE_B_ID_PATTERN),
    url: RECEIVER_URL,
    events: EVENTS,
    is_active: true,
    created_at: expect.stringMatching(ISO_INSTANT),
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
});

test("webhooks are listed oldest first, and never with a secret", async ({ api, apiB }) => {
  const urls = [1, 2, 3].map((n) => `https://receiver.example.com/${n}`);
  const created = [];
  for (const url of urls)
    created.push((await apiB.post("/webhooks", { url, events: EVENTS })).body);

  const b = await apiB.get("/webhooks");
  expect(b.body).toEqual({
    webhooks: created.map(({ secret: _, ...webhook }) => webhook),
    total: 3,
    limit: 20,
    offset: 0,
    next_cursor: null,
  });
  const a = await api.get("/webhooks");
  expect(a.body.webhooks).toEqual(
    created.map(({ id, url, events, is_active, created_at }) => ({
      id: toUuid(id),
      url,
      events,
      active: is_active,
      createdAt: created_at,
    })),
  );
  for (const { secret } of created) expect(a.text + b.text).not.toContain(secret);
});

test("a webhook shows why it is off", async ({ api, apiB, sql, subscribe, activeCard }) => {
  const { id } = await subscribe(RECEIVER_URL, ["card.activated"]);
  const read = (till: typeof api) => till.get(`/webhooks/${id}`);
  const well = { disabledReason: null, disabledAt: null, lastError: null, missedCount: 0 };
  const [listed] = (await api.get("/webhooks")).body.webhooks;
  expect((await read(api)).body).toEqual({ ...listed, ...well });
  await api.patch(`/webhooks/${id}`, { active: false });
  await activeCard({ amountCents: 1 });
  await sql`update webhooks set last_error = 'Your endpoint responded with 500.' where id = ${id}`;

  const off = {
    disabledReason: "merchant",
    disabledAt: expect.stringMatching(ISO_INSTANT),
    lastError: "Your endpoint responded with 500.",
    missedCount: 1,
  };
  expect((await read(api)).body).toEqual({ ...listed, active: false, ...off });
  const [listedB] = (await apiB.get("/webhooks")).body.webhooks;
  expect((await read(apiB)).body).toEqual({ ...listedB, is_active: false, ...off });
});

test("a path takes either form of a webhook's id", async ({ api, apiB, subscribe }) => {
  for (const till of [api, apiB]) {
    for (const write of [
      (id: string) => id,
      (id: string) => id.toUpperCase(),
      (id: string) => `wh_${id.replaceAll("-", "")}`,
      (id: string) => `wh_${id.replaceAll("-", "").toUpperCase()}`,
    ]) {
      const { id } = await subscribe(RECEIVER_URL);
      const path = `/webhooks/${write(id)}`;
      expectStatus(await till.patch(path, { events: ["card.disabled"] }), 200);
      expectStatus(await till.get(`${path}/deliveries`), 200);
      expectStatus(await till.post(`${path}/replay`, { missed: "all" }), 202);
      expect((await till.delete(path)).body).toEqual({ success: true });
    }
  }
});

test("PATCH changes only the given fields", async ({ api, apiB, subscribe }) => {
  const { id } = await subscribe(RECEIVER_URL, EVENTS);
  const path = `/webhooks/${id}`;
  const read = async () => (await api.get("/webhooks")).body.webhooks[0];
  const before = await read();

  const url = "https://other.example.com/";
  expect((await api.patch(path, { url })).body).toEqual({ ...before, url });
  expect((await api.patch(path, { events: ["card.disabled"] })).body).toEqual({
    ...before,
    url,
    events: ["card.disabled"],
  });
  for (const till of [api, apiB]) {
    for (const flag of ["active", "is_active"]) {
      for (const value of [false, true]) {
        const { status, body } = await till.patch(path, { [flag]: value });
        expect([status, body.active ?? body.is_active]).toEqual([200, value]);
        expect((await read()).active).toBe(value);
      }
    }
  }
  const both = await apiB.patch(path, { active: false, is_active: false });
  expect(both.body).toMatchObject({ is_active: false });
});

test("an empty or contradictory PATCH changes nothing", async ({ api, apiB, sql, subscribe }) => {
  const { id } = await subscribe(RECEIVER_URL);
  const path = `/webhooks/${id}`;
  const row = async () =>
    (await sql`select to_jsonb(w)::text as row from webhooks w where id = ${id}`)[0];
  const before = await row();
  for (const till of [api, apiB]) {
    expectStatus(await till.patch(path, {}), 200);
    for (const active of [true, false]) {
      const change = { active, is_active: !active, url: "https://other.example.com/" };
      expectInvalid(await till.patch(path, change), "is_active");
    }
  }
  expect(await row()).toEqual(before);
});

test("a deleted webhook is absent everywhere", async ({ api, subscribe }) => {
  const { id } = await subscribe(RECEIVER_URL);
  const path = `/webhooks/${id}`;
  const answer = await api.delete(path);
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  expect((await api.get("/webhooks")).body.webhooks).toEqual([]);
  for (const again of [
    await api.get(path),
    await api.delete(path),
    await api.patch(path, { active: true }),
    await api.get(`${path}/deliveries`),
    await api.post(`${path}/test`),
    await api.post(`${path}/replay`, { missed: "all" }),
  ]) {
    expectRefusal(again, 404, "not_found");
  }
});

test("a store has at most twenty webhooks", async ({ api }) => {
  const register = () => api.post("/webhooks", { url: RECEIVER_URL, events: EVENTS });
  const answers = await Promise.all(Array.from({ length: 25 }, register));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status !== 201);
  for (const answer of refused) {
    expectInvalid(answer, "body");
    expect(answer.body.message).toContain("20");
  }
  const { webhooks } = (await api.get("/webhooks")).body;
  expect(webhooks).toHaveLength(20);
  await api.delete(`/webhooks/${webhooks[0].id}`);
  expectStatus(await register(), 201);
});

test("a replayed secret is stored nowhere", async ({ apiB, sql, merchant }) => {
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const wanted = { url: RECEIVER_URL, events: EVENTS };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => apiB.post("/webhooks", wanted, headers)),
  );
  answers.push(await apiB.post("/webhooks", wanted, headers));

  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.at(-1)?.headers.get("idempotent-replayed")).toBe("true");
  expect((await apiB.get("/webhooks")).body.webhooks).toHaveLength(1);
  const [kept] = await sql`select k.answer::text as answer, w.sealed_secret
    from idempotency_keys k join webhooks w using (merchant_id)
    where merchant_id = ${merchant.merchantId}`;
  expect(kept?.answer).not.toContain(answers[0]?.body.secret);
  expect(kept?.answer).not.toContain(kept?.sealed_secret);
  expect(kept?.answer).not.toMatch(/secret/i);
});
