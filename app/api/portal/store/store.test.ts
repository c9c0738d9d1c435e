import { describe, expect, test } from "vitest";
import { create } from "@/lib/cards/create";
import { activate } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import * as store from "./route";

useTestDatabase();

test("everybody in the team reads the settings", async () => {
  const { owner, join } = await storeWithPeople();
  for (const person of [owner, await join("manager"), await join("viewer")]) {
    expect((await person.get(store)).body).toMatchObject({
      id: owner.merchantId,
      name: "Corner Bakery",
      currency: "USD",
      timeZone: "UTC",
      validityMonths: 60,
      transfersEnabled: false,
      formerZone: null,
    });
  }
});

describe("a change of settings", () => {
  test.each(["owner", "manager"] as const)("by a %s is audited, old and new", async (role) => {
    const { merchantId, join } = await storeWithPeople();
    const person = await join(role);
    const body = { name: " Corner Café ", timeZone: "Europe/Zurich", validityMonths: null };
    const changed = await person.patch(store, body);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...body, name: "Corner Café", currency: "USD" });
    expect((await person.get(store)).body).toEqual(changed.body);
    expect(await auditOf(merchantId, "store.updated")).toEqual([
      {
        action: "store.updated",
        actor: `user:${person.userId}`,
        subjectId: merchantId,
        details: {
          name: { from: "Corner Bakery", to: "Corner Café" },
          timeZone: { from: "UTC", to: "Europe/Zurich" },
          validityMonths: { from: 60, to: null },
        },
      },
    ]);
  });

  test("that changes nothing is not audited", async () => {
    const { merchantId, owner } = await storeWithPeople();
    for (const body of [{}, { name: "Corner Bakery", validityMonths: 60 }])
      expect((await owner.patch(store, body)).status).toBe(200);
    expect(await auditOf(merchantId, "store.updated")).toEqual([]);
  });

  test("takes every time zone that a browser offers", async () => {
    const { owner } = await storeWithPeople();
    for (const timeZone of ["UTC", "asia/kolkata", "Asia/Calcutta", "Europe/Kiev", "Etc/GMT+5"])
      expect((await owner.patch(store, { timeZone })).status, timeZone).toBe(200);
  });

  test("of the validity leaves expiration dates as they are until the next top-up", async () => {
    const { owner, ctx } = await storeWithPeople();
    const sell = async () => {
      const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
      return (await activate(ctx(), { cardId: card.id, amountCents: 100 })).card;
    };
    const before = await sell();
    await owner.patch(store, { validityMonths: null });
    const [row] = await pg()`select expires_on is not null as expires from cards
      where id = ${before.id}`;
    expect(row?.expires).toBe(true);
    expect((await sell()).expiresOn).toBeNull();
  });
});
