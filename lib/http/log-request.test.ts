import { afterEach, expect, test, vi } from "vitest";
import { freeze } from "@/lib/cards/freeze";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { storeWithPeople } from "@/lib/testing/portal";
import { send } from "@/lib/testing/requests";
import { newKey } from "@/lib/testing/store";

afterEach(() => void vi.restoreAllMocks());

const linesDuring = async (work: () => Promise<unknown>) => {
  const info = vi.spyOn(log(), "info").mockClear();
  await work();
  return info.mock.calls.map(([line]) => line as unknown as Record<string, unknown>);
};

test("a refused scope leaves one line with the key and the route, and neither the key's secret nor a code", async () => {
  const { ctx, merchantId } = await storeWithPeople();
  const { secret, key } = await newKey(ctx(), { scopes: ["transactions:read"] });
  const headers = { authorization: `Bearer ${secret}`, "x-request-id": "till-4/9931" };
  const code = "7KQM-2XWP-9RTB-HC4F";
  const lines = await linesDuring(() => send(`/api/v1/cards/${code}`, "GET", { headers }));
  expect(lines).toEqual([
    {
      ...{ event: "scope_refused", code: "insufficient_scope", method: "GET" },
      ...{ route: "/api/v1/cards/{uuid}", requestId: expect.stringMatching(/^req_/) },
      clientRequestId: "till-4/9931",
      ...{ actor: `key:${key.id}`, merchantId },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test("a frozen card that is refused leaves a log line", async () => {
  const { ctx, card } = await storeWithPeople();
  const { secret } = await newKey(ctx());
  const { id } = await card({ amountCents: 100 });
  await freeze(ctx(), { cardId: id });
  const headers = { authorization: `Bearer ${secret}` };
  const lines = await linesDuring(() =>
    send(`/api/v1/cards/${id}/debit`, "POST", { headers, body: { amountCents: 50 } }),
  );
  expect(lines).toMatchObject([{ event: "card_refused", code: "card_frozen" }]);
});

test("a refused card and a wrong key leave a log line, a request without credentials doesn't", async () => {
  const { ctx, card } = await storeWithPeople();
  const { secret } = await newKey(ctx());
  const { id } = await card({ amountCents: 100 });
  const debit = (headers: Record<string, string>) =>
    send(`/api/v1/cards/${id}/debit`, "POST", { headers, body: { amountCents: 500 } });
  const events = async (headers: Record<string, string>) =>
    (await linesDuring(() => debit(headers))).map(({ event, code }) => `${event} ${code}`);
  expect(await events({ authorization: `Bearer ${secret}` })).toEqual([
    "card_refused insufficient_balance",
  ]);
  expect(await events({ authorization: `Bearer scrip_live_${newId()}` })).toEqual([
    "authentication_failed unauthorized",
  ]);
  expect(await events({})).toEqual([]);
});

test("a key that is used outside its networks leaves one line with the address", async () => {
  const { ctx, merchantId } = await storeWithPeople();
  const { secret, key } = await newKey(ctx(), { addressRanges: ["203.0.113.0/24"] });
  const headers = { authorization: `Bearer ${secret}`, "x-forwarded-for": "203.0.114.9" };
  const lines = await linesDuring(() => send("/api/v1/me", "GET", { headers }));
  expect(lines).toMatchObject([
    {
      ...{ event: "address_refused", code: "address_not_allowed", route: "/api/v1/me" },
      ...{ actor: `key:${key.id}`, merchantId, address: "203.0.114.9" },
    },
  ]);
});
