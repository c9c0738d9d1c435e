import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { create } from "@/lib/domain/cards/create";
import { MAX_CASHIERS } from "@/lib/domain/till/cashiers";
import { isPin } from "@/lib/domain/till/pin";
import { addTill, auditOf, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";

const KIM = { name: "Kim", pin: "2580" };

const pinHashOf = async (id: string): Promise<string> =>
  (await pg()`select pin_hash as hash from cashiers where id = ${id}`)[0]?.hash;

const isAtATill = async (id: string) =>
  (await pg()`select from till_sessions where cashier_id = ${id} and ended_at is null`).length > 0;

async function unlock(
  merchantId: string,
  { device, cashier }: Awaited<ReturnType<typeof addTill>>,
) {
  await pg()`insert into till_sessions (merchant_id, id, device_id, cashier_id, expires_at)
    values (${merchantId}, ${newId()}, ${device.id}, ${cashier.id}, now() + interval '1 hour')`;
  expect(await isAtATill(cashier.id)).toBe(true);
}

describe("a cashier", () => {
  test("is added by owners and managers, with limits, and a PIN that is kept as an argon2id hash", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    const manager = await join("manager");
    const { status, body } = await manager.post("/cashiers", { ...KIM, maxMovementOutCents: 900 });
    expect([status, body.cashier]).toMatchObject([
      201,
      { name: "Kim", createdBy: "A manager", maxMovementOutCents: 900, deactivatedAt: null },
    ]);
    expect((await owner.post("/cashiers", { ...KIM, name: "Bo" })).status).toBe(201);
    const hash = await pinHashOf(body.cashier.id);
    expect(hash).toMatch(/^\$argon2id\$/);
    expect([await isPin("2580", hash), await isPin("2581", hash)]).toEqual([true, false]);
    const [entry] = await auditOf(merchantId, "cashier.created");
    expect(entry?.details).toEqual({ name: "Kim", maxMovementOutCents: 900 });
    expect((await owner.get("/cashiers")).text).not.toMatch(/pin|argon/i);
  });

  test("is listed with when they were last at a till, and null before the first time", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const till = await addTill(owner);
    const other = await owner.post("/cashiers", { ...KIM, name: "Bo" });
    await unlock(merchantId, till);
    const { body } = await owner.get("/cashiers");
    const seen = Object.fromEntries(
      body.cashiers.map((one: { id: string; lastSeenAt: string | null }) => [
        one.id,
        one.lastSeenAt,
      ]),
    );
    expect(Date.parse(seen[till.cashier.id])).toBeGreaterThan(Date.now() - 60_000);
    expect(seen[other.body.cashier.id]).toBeNull();
  });

  test.each([
    "0000",
    "77777777",
    "1234",
    "4321",
    "6789",
    "7890",
    "0987",
    "123",
    "123456789",
    "12a4",
  ])("doesn't get the PIN %s", async (pin) => {
    const { owner } = await storeWithPeople();
    expect(await outcomeOf(owner.post("/cashiers", { ...KIM, pin }))).toBe(
      "400 invalid_request pin",
    );
    expect((await owner.get("/cashiers")).body.cashiers).toEqual([]);
  });

  test("has a name that no other active cashier has, in any case; who left gives it back", async () => {
    const { owner } = await storeWithPeople();
    const add = (name: string) => owner.post("/cashiers", { ...KIM, name });
    const { cashier } = (await add("Kim")).body;
    const other = (await add("Bo")).body.cashier;
    expect(await outcomeOf(add(" kim "))).toBe("400 invalid_request name");
    const renamed = owner.patch(`/cashiers/${other.id}`, { name: "KIM" });
    expect(await outcomeOf(renamed)).toBe("400 invalid_request name");
    expect((await owner.patch(`/cashiers/${cashier.id}`, { name: "kim" })).status).toBe(200);
    await owner.post(`/cashiers/${cashier.id}/deactivate`, {});
    expect((await add("Kim")).status).toBe(201);
    const { cashiers } = (await owner.get("/cashiers")).body;
    expect(
      cashiers.map(({ name, deactivatedAt }: { name: string; deactivatedAt: unknown }) => [
        name,
        deactivatedAt !== null,
      ]),
    ).toEqual([
      ["Bo", false],
      ["Kim", false],
      ["kim", true],
    ]);
  });

  test("added several times under one Idempotency-Key is one cashier", async () => {
    const { owner } = await storeWithPeople();
    const headers = { "idempotency-key": newId() };
    const add = () => owner.post("/cashiers", KIM, { headers });
    const answers = await Promise.all([add(), add(), add()]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await owner.get("/cashiers")).body.cashiers).toHaveLength(1);
  });

  test("gets another PIN or other limits; a new PIN locks the tills where they are", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    const manager: Caller = await join("manager");
    const till = await addTill(owner);
    const { id } = till.cashier;
    await unlock(merchantId, till);
    await manager.patch(`/cashiers/${id}`, { maxDayInCents: 10_000 });
    expect(await isAtATill(id)).toBe(true);
    const { body } = await manager.patch(`/cashiers/${id}`, { pin: "13579" });
    expect(body.cashier.maxDayInCents).toBe(10_000);
    expect(await isAtATill(id)).toBe(false);
    expect(await isPin("13579", await pinHashOf(id))).toBe(true);
    const [changed] = await auditOf(merchantId, "cashier.changed");
    expect(changed?.details).toEqual({ maxDayInCents: { from: null, to: 10_000 } });
    expect(await auditOf(merchantId, "cashier.pin_changed")).toMatchObject([
      { subjectId: id, details: null },
    ]);
    expect(await outcomeOf(manager.patch(`/cashiers/${id}`, { pin: "1111" }))).toBe(
      "400 invalid_request pin",
    );
  });

  test("is deactivated once and for all: their tills lock, and nothing of them can be changed", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const till = await addTill(owner);
    const { id } = till.cashier;
    await unlock(merchantId, till);
    for (const _time of [1, 2]) {
      const { body } = await owner.post(`/cashiers/${id}/deactivate`, {});
      expect(body.cashier.deactivatedAt).not.toBeNull();
    }
    expect(await isAtATill(id)).toBe(false);
    expect(await auditOf(merchantId, "cashier.deactivated")).toHaveLength(1);
    const changed = owner.patch(`/cashiers/${id}`, { pin: "13579" });
    expect(await outcomeOf(changed)).toBe("400 invalid_request cashier");
  });

  test("is one of at most 200 active ones", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const { cashier } = (await owner.post("/cashiers", KIM)).body;
    await pg()`insert into cashiers (merchant_id, id, name, pin_hash, created_by)
      select ${merchantId}, gen_random_uuid(), 'Cashier ' || n, '', 'operator'
      from generate_series(2, ${MAX_CASHIERS}) n`;
    const add = () => outcomeOf(owner.post("/cashiers", { ...KIM, name: "Bo" }));
    expect(await add()).toBe("400 invalid_request body");
    await owner.post(`/cashiers/${cashier.id}/deactivate`, {});
    expect(await add()).toBe("201");
  });
});

test("the dashboard names the cashier of a movement, also after they left; a key learns only that it was one", async () => {
  const { owner, ctx } = await storeWithPeople();
  const { cashier } = (await owner.post("/cashiers", KIM)).body;
  const actor = `cashier:${cashier.id}`;
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(actor), { cardId: card.id, amountCents: 500 });
  await owner.post(`/cashiers/${cashier.id}/deactivate`, {});

  const { body } = await owner.get("/transactions", { actor });
  expect(body.movements).toMatchObject([{ actor: { id: actor, name: "Kim" } }]);
  expect((await owner.get("/transactions/export", { actor })).text).toContain("Kim");
  const seen = await (await callerWithKey(ctx())).get("/api/v1/transactions");
  expect(seen.body.transactions).toMatchObject([
    { actor: { type: "cashier", id: null, name: null } },
  ]);
  expect(seen.text).not.toContain("Kim");
});
