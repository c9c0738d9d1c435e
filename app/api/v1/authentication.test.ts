import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { API_SCOPES, type ApiScope } from "@/lib/base/roles";
import { formatKey } from "@/lib/domain/api-keys/format";
import { ABSENT_CARD, expectedStatusOf } from "@/lib/testing/api/calls";
import { expectEach } from "@/lib/testing/api/each";
import { expectRefusal, expectStatus, withoutRequestId } from "@/lib/testing/api/expectations";
import { operations } from "@/lib/testing/api/operations";
import { send } from "@/lib/testing/api/send";
import { makeKey, openStore } from "@/lib/testing/api/store";
import { perform, test } from "@/lib/testing/api/test";

const get = (headers: Record<string, string>) => send("/api/v1/cards", { headers });

test("without a key every operation is a 401, whatever else is wrong", async () => {
  await expectEach(operations, async (operation) => {
    for (const asked of [
      {},
      { key: "scrip_live_unknown" },
      { body: operation.spec.body ? { unknown: 1 } : undefined },
      { headers: { "Scrip-Shape": "C", "Idempotency-Key": "not valid" } },
    ]) {
      const refused = await perform(operation, ABSENT_CARD, asked);
      expectRefusal(refused, 401, "unauthorized");
      expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    }
  });
});

test("every operation needs its scope, and no other", async ({ cardFor }) => {
  const scoped = operations.filter(({ spec }) => spec.scope !== "any");
  const { merchantId, tills } = await openStore();
  await expectEach(scoped, async (operation) => {
    const { scope, alsoScope } = operation.spec;
    const makeWith = (has: (one: ApiScope) => boolean) =>
      makeKey(merchantId, { scopes: API_SCOPES.filter(has) });
    const without = await makeWith((one) => one !== scope);
    const just = await makeWith((one) => one === scope || one === alsoScope);
    const card = await cardFor(operation, tills.A);

    const refused = await perform(operation, card, { key: without.secret });
    expectRefusal(refused, 403, "insufficient_scope");
    expectStatus(await perform(operation, card, { key: just.secret }), expectedStatusOf(operation));
  });
});

test("every invalid key gets the same response", async ({ makeKey, merchant, sql }) => {
  const [unknown, expired, revoked] = await Promise.all([makeKey(), makeKey(), makeKey()]);
  await sql`delete from api_keys where id = ${unknown.id}`;
  await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${expired.id}`;
  await sql`update api_keys set revoked_at = now() where id = ${revoked.id}`;
  const mistyped = merchant.keyA.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const anotherSecret = formatKey((await makeKey()).id, randomBytes(32));

  const headers: Record<string, string>[] = [
    {},
    { Authorization: "" },
    { Authorization: "Bearer" },
    { Authorization: "Bearer scrip" },
    { Authorization: merchant.keyA },
    { Authorization: `Basic ${btoa(`${merchant.keyA}:`)}` },
    { Authorization: `Bearer ${merchant.keyA} ${merchant.keyA}` },
    { Authorization: `Bearer ${merchant.keyA}\u00e9` },
    { "X-Api-Key": merchant.keyA },
    ...[mistyped, anotherSecret, unknown.secret, expired.secret, revoked.secret].map((key) => ({
      Authorization: `Bearer ${key}`,
    })),
  ];
  const inUrl = send(`/api/v1/cards?api_key=${merchant.keyA}`);
  const answers = await Promise.all([...headers.map(get), inUrl]);

  for (const answer of answers) expectRefusal(answer, 401, "unauthorized");
  expect(new Set(answers.map(withoutRequestId)).size).toBe(1);
});

test("the scheme may be in any case", async ({ merchant }) => {
  expectStatus(await get({ Authorization: `bearer ${merchant.keyA}` }), 200);
  expectStatus(await get({ Authorization: `BEARER  ${merchant.keyA}` }), 200);
});
