import { describe, expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { pg } from "@/lib/db/client";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as store from "./route";

useTestDatabase();

const auditOf = (merchantId: string) => pg()`
  select actor, subject_id as "subjectId", details from audit_log
  where merchant_id = ${merchantId} and action = 'store.updated' order by id`;

test("the settings are read by everybody in the team, and by nobody else", async () => {
  const { owner, join } = await storeWithPeople();
  for (const { headers } of [owner, await join("manager"), await join("viewer")]) {
    const { body } = await send(store, "GET", { headers });
    expect(body).toMatchObject({
      id: owner.merchantId,
      name: "Corner Bakery",
      currency: "USD",
      timeZone: "UTC",
      validityMonths: 60,
      transfersEnabled: false,
      formerZone: null,
    });
  }
  expect((await send(store, "GET")).status).toBe(401);
});

describe("a change of settings", () => {
  test.each(["owner", "manager"] as const)(
    "is made as %s and audited, old and new",
    async (role) => {
      const { merchantId, owner, join } = await storeWithPeople();
      const person = role === "owner" ? owner : await join(role);
      const body = { name: " Corner Café ", timeZone: "Europe/Zurich", validityMonths: null };
      const changed = await send(store, "PATCH", { headers: person.headers, body });
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({ ...body, name: "Corner Café", currency: "USD" });
      expect((await send(store, "GET", { headers: person.headers })).body).toEqual(changed.body);
      expect(await auditOf(merchantId)).toEqual([
        {
          actor: `user:${person.userId}`,
          subjectId: merchantId,
          details: {
            name: { from: "Corner Bakery", to: "Corner Café" },
            timeZone: { from: "UTC", to: "Europe/Zurich" },
            validityMonths: { from: 60, to: null },
          },
        },
      ]);
    },
  );

  test("is refused to a viewer: 403, and nothing changes", async () => {
    const { merchantId, join } = await storeWithPeople();
    const { headers } = await join("viewer");
    expect((await send(store, "PATCH", { headers, body: { name: "Mine" } })).status).toBe(403);
    expect((await send(store, "GET", { headers })).body.name).toBe("Corner Bakery");
    expect(await auditOf(merchantId)).toEqual([]);
  });

  test("that changes nothing is not audited", async () => {
    const { merchantId, owner } = await storeWithPeople();
    for (const body of [{}, { name: "Corner Bakery", validityMonths: 60 }]) {
      expect((await send(store, "PATCH", { headers: owner.headers, body })).status).toBe(200);
    }
    expect(await auditOf(merchantId)).toEqual([]);
  });

  test.each([
    ["name", { name: " " }],
    ["currency", { currency: "EURO" }],
    ["timeZone", { timeZone: "Mars/Olympus" }],
    ["timeZone", { timeZone: "+01:00" }],
    ["timeZone", { timeZone: "" }],
    ["validityMonths", { validityMonths: 0 }],
    ["validityMonths", { validityMonths: 1_201 }],
    ["validityMonths", { validityMonths: 1.5 }],
    ["transfersEnabled", { transfersEnabled: "yes" }],
    ["slug", { slug: "another" }],
  ])("with a wrong %s is refused: 400 (%j)", async (path, body) => {
    const { owner } = await storeWithPeople();
    const answer = await send(store, "PATCH", { headers: owner.headers, body });
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toBe(path);
  });

  test("takes every zone that a browser offers", async () => {
    const { owner } = await storeWithPeople();
    for (const timeZone of ["UTC", "asia/kolkata", "Asia/Calcutta", "Europe/Kiev", "Etc/GMT+5"]) {
      const { status } = await send(store, "PATCH", { headers: owner.headers, body: { timeZone } });
      expect([timeZone, status]).toEqual([timeZone, 200]);
    }
  });

  test("of the validity leaves expiry dates as they are until the next load", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const ctx = () => operatorContext(merchantId);
    const sell = async () => {
      const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
      return (await activate(ctx(), { cardId: card.id, amountCents: 100 })).card;
    };
    const before = await sell();
    await send(store, "PATCH", { headers: owner.headers, body: { validityMonths: null } });
    const [kept] = await pg()`select expires_on is not null as expires from cards
      where merchant_id = ${merchantId} and id = ${before.id}`;
    expect(kept?.expires).toBe(true);
    expect((await sell()).expiresOn).toBeNull();
  });
});
