import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";

describe("a change of settings", () => {
  test("is audited, old and new, and read by everybody in the team", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    expect((await owner.get("/store")).body).toMatchObject({
      id: merchantId,
      name: "Corner Bakery",
      currency: "USD",
      timeZone: "UTC",
      validityMonths: 60,
      language: "en",
      scanPrefix: null,
      usualAmountCents: null,
      formerZone: null,
    });
    const { patch, userId } = await join("manager");
    const change = {
      timeZone: "Europe/Zurich",
      validityMonths: null,
      language: "de",
      scanPrefix: "%B",
    };
    const body = { name: " Corner Café ", ...change };
    const changed = await patch("/store", body);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...body, name: "Corner Café", currency: "USD" });
    expect((await (await join("viewer")).get("/store")).body).toEqual(changed.body);
    const details = {
      name: { from: "Corner Bakery", to: "Corner Café" },
      timeZone: { from: "UTC", to: "Europe/Zurich" },
      validityMonths: { from: 60, to: null },
      language: { from: "en", to: "de" },
      scanPrefix: { from: null, to: "%B" },
    };
    const entry = {
      action: "store.updated",
      actor: `user:${userId}`,
      subjectId: merchantId,
      details,
    };
    expect(await auditOf(merchantId, "store.updated")).toEqual([entry]);
  });

  test("that changes nothing is not audited", async () => {
    const { merchantId, owner } = await storeWithPeople();
    for (const body of [{}, { name: "Corner Bakery", validityMonths: 60 }])
      expect((await owner.patch("/store", body)).status).toBe(200);
    expect(await auditOf(merchantId, "store.updated")).toEqual([]);
  });

  test("takes a scanner prefix of 1 to 20 visible ASCII characters, and clears it", async () => {
    const { owner } = await storeWithPeople();
    for (const scanPrefix of ["~", "a1;%?=^", "x".repeat(20), null]) {
      expect((await owner.patch("/store", { scanPrefix })).body).toMatchObject({ scanPrefix });
    }
    for (const usualAmountCents of [1, 75_000, null]) {
      expect((await owner.patch("/store", { usualAmountCents })).body).toMatchObject({
        usualAmountCents,
      });
    }
    for (const usualAmountCents of [0, -5, 1.5, "100"]) {
      const refused = owner.patch("/store", { usualAmountCents });
      expect(await outcomeOf(refused)).toBe("400 invalid_request usualAmountCents");
    }
    for (const scanPrefix of ["", "x".repeat(21), "a b", "é", "\t", "\u007f"]) {
      const refused = owner.patch("/store", { scanPrefix });
      expect(await outcomeOf(refused), scanPrefix).toBe("400 invalid_request scanPrefix");
    }
  });

  test("takes every time zone that a browser offers", async () => {
    const { owner } = await storeWithPeople();
    for (const timeZone of ["UTC", "asia/kolkata", "Asia/Calcutta", "Europe/Kiev", "Etc/GMT+5"])
      expect((await owner.patch("/store", { timeZone })).status, timeZone).toBe(200);
  });

  test("of the validity leaves expiration dates as they are until the next top-up", async () => {
    const { owner, card } = await storeWithPeople();
    const expires = async ({ id }: { id: string }) =>
      (await pg()`select expires_on is not null as expires from cards where id = ${id}`)[0]
        ?.expires;
    const before = await card({ amountCents: 100 });
    await owner.patch("/store", { validityMonths: null });
    expect([await expires(before), await expires(await card({ amountCents: 100 }))]).toEqual([
      true,
      false,
    ]);
  });
});
