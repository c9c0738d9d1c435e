import { NextRequest } from "next/server";
import { afterEach, expect, test } from "vitest";
import { GET as signInPage } from "@/app/api/auth/[...nextauth]/route";
import { POST as runJob } from "@/app/api/cron/[job]/route";
import { GET as health } from "@/app/api/health/route";
import { GET as readMetrics } from "@/app/api/metrics/route";
import { GET as ready } from "@/app/api/ready/route";
import { env } from "@/lib/base/config/env";
import { newId } from "@/lib/base/ids";
import { createLog } from "@/lib/base/observe/log";
import { freeze } from "@/lib/domain/cards/freeze";
import { storeWithPeople } from "@/lib/testing/portal";
import { send } from "@/lib/testing/requests";
import { newKey } from "@/lib/testing/store";
import { consumerWithWallet } from "@/lib/testing/wallet";

const LOG_SYMBOL = Symbol.for("scrip.log");
const globals = globalThis as { [LOG_SYMBOL]?: unknown };
afterEach(() => void delete globals[LOG_SYMBOL]);

type Line = Record<string, unknown>;

/** The lines that the log writes during work. */
const linesDuring = async (work: () => Promise<unknown>): Promise<Line[]> => {
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  globals[LOG_SYMBOL] = Object.assign(createLog({ write }), { level: "info" });
  await work();
  return lines;
};

test("each request leaves one line, by which its request id finds the caller, the operation and the outcome", async () => {
  const { ctx, card, owner, merchantId } = await storeWithPeople();
  const { secret, key } = await newKey(ctx());
  const { id, code } = await card({ amountCents: 100 });
  const headers = { authorization: `Bearer ${secret}` };
  const amount = { amountCents: 50 };
  const wallet = await consumerWithWallet();
  const answers: Record<string, { headers: Headers }> = {};
  const lines = await linesDuring(async () => {
    const debit = `/api/v1/cards/${id}/debit`;
    answers.debit = await send(debit, "POST", { headers, body: amount });
    answers.invalid = await send(debit, "POST", { headers, body: { ...amount, code } });
    answers.method = await send(debit, "GET", { headers });
    answers.lookUp = await send("/api/v1/cards/lookup", "POST", { headers, body: { code } });
    answers.page = await owner.get("/customers", { q: "ada@example.com" });
    answers.file = await owner.get("/customers/export", { q: "ada@example.com" });
    answers.wallet = await wallet.get("/cards");
  });
  const sent = Object.values(answers).map(({ headers }) => headers.get("scrip-request-id"));
  expect(lines.map(({ requestId }) => requestId)).toEqual(sent);
  const till = { actor: `key:${key.id}`, merchantId };
  const person = { actor: `user:${owner.userId}`, merchantId };
  const ok = { event: "request", outcome: "ok", status: 200 };
  expect(lines).toMatchObject([
    { ...till, ...ok, operation: "POST /api/v1/cards/{uuid}/debit" },
    { ...till, operation: "POST /api/v1/cards/{uuid}/debit", outcome: "invalid", status: 400 },
    { operation: "GET other", outcome: "invalid", status: 405 },
    { ...till, ...ok, operation: "POST /api/v1/cards/lookup" },
    { ...person, ...ok, operation: "GET /api/portal/customers" },
    { ...person, ...ok, operation: "GET /api/portal/customers/export" },
    { ...ok, actor: `consumer:${wallet.id}`, operation: "GET /api/wallet/cards" },
  ]);
  const text = JSON.stringify(lines);
  for (const secretText of [secret, code, "ada@example.com", wallet.email, owner.headers.cookie]) {
    expect(text).not.toContain(secretText);
  }
});

test("sign-in and jobs leave a line too; probes and metrics leave none", async () => {
  const request = (path: string, headers = {}) =>
    new Request(`http://localhost:3000/api/${path}`, { headers, method: "GET" });
  const job = { authorization: `Bearer ${env().cronSecret}` };
  const lines = await linesDuring(async () => {
    health();
    await ready();
    await readMetrics(request("metrics"));
    await signInPage(new NextRequest(request("auth/csrf?email=ada@example.com")));
    await runJob(request("cron/batches", job), { params: Promise.resolve({ job: "batches" }) });
  });
  expect(lines.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    "GET /api/auth/{nextauth} ok",
    "GET /api/cron/{job} ok",
  ]);
  for (const { requestId } of lines) expect(requestId).toMatch(/^req_/);
});

test("a refused scope leaves one line with the key and the route, and neither the key's secret nor a code", async () => {
  const { ctx, merchantId } = await storeWithPeople();
  const { secret, key } = await newKey(ctx(), { scopes: ["transactions:read"] });
  const headers = { authorization: `Bearer ${secret}`, "x-request-id": "till-4/9931" };
  const code = "7KQM-2XWP-9RTB-HC4F";
  const lines = await linesDuring(() => send(`/api/v1/cards/${code}`, "GET", { headers }));
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      durationMs: expect.any(Number),
      event: "scope_refused",
      code: "insufficient_scope",
      outcome: "refused",
      status: 403,
      operation: "GET /api/v1/cards/{uuid}",
      requestId: expect.stringMatching(/^req_/),
      clientRequestId: "till-4/9931",
      actor: `key:${key.id}`,
      merchantId,
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test("a refused card and a wrong key have an event of their own, a request without credentials doesn't", async () => {
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
  expect(await events({})).toEqual(["request unauthorized"]);
  await freeze(ctx(), { cardId: id });
  expect(await events({ authorization: `Bearer ${secret}` })).toEqual(["card_refused card_frozen"]);
});

test("a key that is used outside its networks leaves one line with the address", async () => {
  const { ctx, merchantId } = await storeWithPeople();
  const { secret, key } = await newKey(ctx(), { addressRanges: ["203.0.113.0/24"] });
  const headers = { authorization: `Bearer ${secret}`, "x-forwarded-for": "203.0.114.9" };
  const lines = await linesDuring(() => send("/api/v1/me", "GET", { headers }));
  expect(lines).toMatchObject([
    {
      event: "address_refused",
      code: "address_not_allowed",
      operation: "GET /api/v1/me",
      actor: `key:${key.id}`,
      merchantId,
      address: "203.0.114.9",
    },
  ]);
});
