import pino from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { sameReply } from "@/lib/api/contract/shapes";
import { replyFacts } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { ensureReady } from "@/lib/db/client/readiness";
import { users } from "@/lib/db/schema/users";
import { formatKey } from "@/lib/domain/api-keys/format";
import { configure } from "@/lib/testing/configure";
import { makeCard, stateOfCard } from "@/lib/testing/ledger-fixtures";
import { shortenLockTimeout } from "@/lib/testing/locks";
import { IMPATIENT } from "@/lib/testing/patience";
import { callerWithKey, createStore } from "@/lib/testing/store";
import { endpoint } from "./endpoint";
import { answerInTime } from "./respond";

const LOG_SYMBOL = Symbol.for("scrip.log");
const globals = globalThis as { [LOG_SYMBOL]?: unknown };
let logged: string[] = [];

beforeEach(() => {
  logged = [];
  globals[LOG_SYMBOL] = pino(
    { level: "trace" },
    { write: (line: string) => void logged.push(line) },
  );
});
afterEach(() => {
  delete globals[LOG_SYMBOL];
});

async function readResponse(response: Response | undefined) {
  if (!response) throw new Error("there is no such route");
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Calls an operation that throws, and returns its response. */
const callThrowing = (work: () => Promise<never>) => {
  const broken = endpoint({
    summary: "Throws.",
    scope: null,
    reply: sameReply(z.object({}), () => ({})),
    refuses: [],
    handle: work,
  });
  const request = new Request("http://localhost:3000/api/v1/broken");
  return broken(request, { params: Promise.resolve({}) }).then(readResponse);
};

test("an unexpected error is a 500 without details, and a log line with its request id", async () => {
  const secret = "postgres://scrip:hunter2@db/scrip";
  const { status, body } = await callThrowing(() => Promise.reject(new TypeError(secret)));

  expect(status).toBe(500);
  expect(body).toEqual({
    error: "internal_error",
    message: "Something went wrong on our end. Try again, or contact support.",
    requestId: expect.stringMatching(/^req_/),
    doc_url: "http://localhost:3000/docs/errors#internal_error",
  });
  const line = logged.find((text) => text.includes(body.requestId));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ level: 50, error: { type: "TypeError" } });
});

test("a failed query is a 500 without the query or its values; the log has the query without its values", async () => {
  const values = { id: "no uuid", email: "ada@example.com", name: "Ada", passwordHash: "hunter2" };
  const { status, body } = await callThrowing(async () => {
    await db().insert(users).values(values);
    throw new Error("the row was taken");
  });

  expect([status, body.error]).toEqual([500, "internal_error"]);
  expect(JSON.stringify(body)).not.toMatch(/insert|users|hunter2|ada@/);
  expect(logged.join()).toContain(body.requestId);
  expect(logged.join()).not.toMatch(/hunter2|ada@/);
  expect(logged.join()).toContain("22P02");
});

test("a request that takes too long is a 503 after nine seconds, and may be sent again", async () => {
  configure(IMPATIENT);
  // The first request of a process asks the database whether it is ready.
  await ensureReady();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const response = callThrowing(() => new Promise<never>(() => {}));
  await vi.advanceTimersByTimeAsync(8_999);
  const early = await Promise.race([response, new Promise((resolve) => setImmediate(resolve))]);
  expect(early).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  const { status, body, headers } = await response;
  expect([status, body.error, headers.get("retry-after")]).toEqual([503, "unavailable", "1"]);
});

test("a request is refused after nine seconds whatever it waits for, but for the rest of its body", async () => {
  configure(IMPATIENT);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const facts = replyFacts("req_1");
  const never = () => new Promise<never>(() => {});
  const looking = answerInTime(never(), { facts });
  const receiving = answerInTime(never(), { facts, isReceiving: true });
  await vi.advanceTimersByTimeAsync(9_000);
  expect((await looking).status).toBe(503);
  const end = new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.race([receiving, end])).toBeUndefined();
});

/** A new store with an API key and one active card. */
async function tillWithCard() {
  const { ctx } = await createStore();
  const { id } = await makeCard(ctx, { amountCents: 1_000 });
  const { post } = await callerWithKey(ctx());
  const debit = (headers = {}) => post(`/cards/${id}/debit`, { amountCents: 300 }, { headers });
  const balance = async () => (await stateOfCard(id))?.balance;
  return { id, debit, balance };
}

test("a card that is held too long is a 503, with an Idempotency-Key a 409: both may be sent again, and the money moves once", async () => {
  await shortenLockTimeout();
  const { id, debit, balance } = await tillWithCard();
  const key = { "Idempotency-Key": newId() };

  const [plain, keyed] = await pg().begin(async (tx) => {
    await tx`select from cards where id = ${id} for update`;
    return await Promise.all([debit(), debit(key)]);
  });

  expect([plain.status, plain.body.error]).toEqual([503, "unavailable"]);
  expect([keyed.status, keyed.body.error]).toEqual([409, "idempotency_in_progress"]);
  for (const { headers } of [plain, keyed]) expect(headers.get("retry-after")).toBe("1");
  expect(await balance()).toBe(1_000);

  const again = await debit(key);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, null]);
  expect((await debit(key)).headers.get("idempotent-replayed")).toBe("true");
  expect(await balance()).toBe(700);
});

test("while the database is away an operation is a 503 that may be sent again", async () => {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://localhost:1/none");
  const away = await import("@/app/api/v1/routes");
  const { closePool } = await import("@/lib/db/client/client");
  await closePool();
  const headers = { Authorization: `Bearer ${formatKey(newId(), Buffer.alloc(32))}` };
  const request = new Request("http://localhost:3000/api/v1/cards", { headers });
  const answer = await readResponse(
    await away.routes["/cards"]?.GET(request, { params: Promise.resolve({}) }),
  );
  await closePool();
  vi.unstubAllEnvs();
  expect([answer.status, answer.body.error]).toEqual([503, "unavailable"]);
  expect(answer.headers.get("retry-after")).toBe("1");
});
