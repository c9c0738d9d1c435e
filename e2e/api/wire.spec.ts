import { expect } from "@playwright/test";
import { VERSION } from "@/lib/base/config/version";
import {
  ABSENT_CARD,
  callsOver,
  expectedStatusOf,
  pathOf,
  targetWithId,
} from "@/lib/testing/api/calls";
import { expectEach } from "@/lib/testing/api/each";
import { expectInvalid, expectRefusal, expectStatus } from "@/lib/testing/api/expectations";
import { operations, undefinedMethods } from "@/lib/testing/api/operations";
import { resourceFor } from "@/lib/testing/api/resources";
import { send } from "../support/client";
import { openStore } from "../support/store";
import { test } from "../support/test";

const { perform, sendRaw } = callsOver(send);
const DEBIT = { method: "POST", path: "/cards/{uuid}/debit" } as const;

test("an unknown path is a 404 in JSON, whatever the method", async ({ merchant }) => {
  const paths = ["", "/", "/cards/", "//cards", "/cards/a/b/c", "/giftcards", "/cards/x/refund"];
  const calls = [...paths, "/%00"].flatMap((path) =>
    ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => {
      const target = `/api/v1${path}`;
      return { name: `${method} ${target}`, method, target };
    }),
  );
  await expectEach(calls, async ({ method, target }) => {
    const headers = { Authorization: `Bearer ${merchant.keyA}` };
    const answer = await send(target, { method, headers });
    expectRefusal(answer, 404, "not_found");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

test("a method that a URL does not have is a 405 with Allow", async ({ merchant }) => {
  expect(undefinedMethods.length).toBeGreaterThan(operations.length);
  await expectEach(undefinedMethods, async ({ path, method, allow }) => {
    const answer = await send(`/api/v1${pathOf({ path }, targetWithId(crypto.randomUUID()))}`, {
      method,
      headers: { Authorization: `Bearer ${merchant.keyA}` },
    });
    expectRefusal(answer, 405, "method_not_allowed");
    expect(answer.headers.get("allow")).toBe(allow);
  });
});

test("OPTIONS lists the methods of every URL, without a key", async () => {
  await expectEach(undefinedMethods, async ({ path, allow }) => {
    const url = `/api/v1${pathOf({ path }, targetWithId(crypto.randomUUID()))}`;
    const answer = await send(url, { method: "OPTIONS" });
    expect([answer.status, answer.text, answer.headers.get("allow")]).toEqual([204, "", allow]);
    expect(answer.headers.get("scrip-shape")).toBe("A");
    expect(answer.headers.get("vary")).toBe("Scrip-Shape");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

test("every operation works over a connection, and HEAD as its GET without the body @instances", async () => {
  const { keyA: key, tills } = await openStore();
  await expectEach(operations, async (operation) => {
    const card = await resourceFor(operation, tills.A);
    const answer = await perform(operation, card, { key });
    expectStatus(answer, expectedStatusOf(operation));
    if (operation.method !== "GET") return;
    const head = await perform(operation, card, { key, method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["content-type", "cache-control", "scrip-shape", "vary"]) {
      expect(head.headers.get(name), name).toBe(answer.headers.get(name));
    }
    const refused = await perform(operation, card, { method: "HEAD" });
    expect([refused.status, refused.text]).toEqual([401, ""]);
  });
});

test("bytes that are no JSON object are a 400, and change nothing", async ({
  activeCard,
  api,
  merchant,
}) => {
  const card = await activeCard({ amountCents: 100 });
  for (const body of [
    '{"amountCents":',
    "amountCents=1",
    '{"amountCents":1}\0',
    "[".repeat(10_000),
    Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
    Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
    new Blob(["[]"]).stream(),
  ]) {
    expectInvalid(await sendRaw(DEBIT, card, merchant.keyA, body), "body");
  }
  expect((await api.get(`/cards/${card.uuid}/balance`)).body.balanceCents).toBe(100);
});

test("no response names the technology behind it", async ({ merchant }) => {
  const answers = [
    await send("/api/v1/cards"),
    await perform(
      { ...DEBIT, name: "POST /cards/{uuid}/debit" } as (typeof operations)[number],
      ABSENT_CARD,
      { key: merchant.keyA },
    ),
    await send("/api/v1/nothing"),
  ];
  for (const { headers } of answers) {
    const names = [...headers.keys()];
    expect(names).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(server|x-powered-by|via|etag)$/)]),
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("the document is served to anybody, as OpenAPI 3.1 of the product's version", async () => {
  const answer = await send("/api/v1/openapi.json");

  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  const headers = { "Accept-Encoding": "br" };
  const compressed = await send("/api/v1/openapi.json", { headers });
  expect(compressed.headers.get("content-encoding")).toBe("br");
  expect(compressed.body).toEqual(answer.body);
  expect(answer.body.openapi).toMatch(/^3\.1\.\d+$/);
  expect(answer.body.info).toMatchObject({ title: "Scrip", version: VERSION });
  expect(answer.body.servers).toEqual([{ url: "/api/v1" }]);
  expect(Object.keys(answer.body).sort()).toEqual(
    ["openapi", "info", "servers", "security", "tags", "paths", "webhooks", "components"].sort(),
  );
});
