import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { routes } from "@/app/api/v1/routes";
import { db, pg } from "@/lib/db/client";
import { create } from "../cards/create";
import { activate } from "../cards/movements";
import { presented } from "../contract/shapes";
import { users } from "../db/schema/users";
import { newId } from "../ids";
import { createKey } from "../merchants/keys/create";
import { writeKey } from "../merchants/keys/format";
import { operatorContext } from "../merchants/operator";
import { API_SCOPES } from "../roles";
import { useTestDatabase } from "../testing/database";
import { shortenLockTimeout } from "../testing/locks";
import { createStore } from "../testing/store";
import { endpoint } from "./endpoint";

useTestDatabase();

const LOG = Symbol.for("scrip.log");
const process = globalThis as { [LOG]?: unknown };
let logged: string[] = [];

beforeEach(() => {
  logged = [];
  process[LOG] = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
});
afterEach(() => {
  delete process[LOG];
});

async function answered(response: Response | undefined) {
  if (!response) throw new Error("there is no such route");
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Calls an operation that throws, and returns its response. */
const askingFor = (work: () => Promise<never>) => {
  const broken = endpoint({
    summary: "Throws.",
    scope: null,
    reply: presented(z.object({}), () => ({})),
    refuses: [],
    handle: work,
  });
  const request = new Request("http://localhost:3000/api/v1/broken");
  return broken(request, { params: Promise.resolve({}) }).then(answered);
};

test("what nobody foresaw is a 500 without details, and a line of the log that its request id finds", async () => {
  const secret = "postgres://scrip:hunter2@db/scrip";
  const { status, body } = await askingFor(() => Promise.reject(new TypeError(secret)));

  expect(status).toBe(500);
  expect(body).toEqual({
    error: "internal_error",
    message: "Something went wrong on our side; retry or contact support.",
    requestId: expect.stringMatching(/^req_/),
  });
  const line = logged.find((text) => text.includes(body.requestId));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ level: 50, error: { type: "TypeError" } });
});

test("a query that failed is a 500 that tells neither the query nor its values, the log not its values", async () => {
  const values = { id: "no uuid", email: "ada@example.com", name: "Ada", passwordHash: "hunter2" };
  const { status, body } = await askingFor(async () => {
    await db().insert(users).values(values);
    throw new Error("the row was taken");
  });

  expect([status, body.error]).toEqual([500, "internal_error"]);
  expect(JSON.stringify(body)).not.toMatch(/insert|users|hunter2|ada@/);
  expect(logged.join()).toContain(body.requestId);
  expect(logged.join()).not.toMatch(/hunter2|ada@/);
});

/** A new store with an API key and one active card. */
async function tillWithCard() {
  const { id, ctx } = await createStore();
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents: 1_000 });
  const wanted = { name: "Till", shape: "A", scopes: API_SCOPES, expiresAt: null } as const;
  const { secret } = await createKey(operatorContext(id), { ...wanted, limitPerWindow: 0 });
  const debit = async (headers: Record<string, string> = {}) => {
    const init = { method: "POST", body: '{"amountCents":300}' };
    const authorization = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
    const url = `http://localhost:3000/api/v1/cards/${card.id}/debit`;
    const request = new Request(url, { ...init, headers: { ...authorization, ...headers } });
    const params = Promise.resolve({ uuid: card.id });
    return await answered(await routes["/cards/{uuid}/debit"]?.POST(request, { params }));
  };
  const balance = async () => {
    const [row] = await pg()`select balance_cents::int as cents from cards where id = ${card.id}`;
    return row?.cents;
  };
  return { card, debit, balance };
}

test("a card that is held too long is a 503, with an Idempotency-Key a 409: both may be sent again, and the money moves once", async () => {
  await shortenLockTimeout();
  const { card, debit, balance } = await tillWithCard();
  const key = { "Idempotency-Key": newId() };

  const [plain, keyed] = await pg().begin(async (tx) => {
    await tx`select from cards where id = ${card.id} for update`;
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
  const { closePool } = await import("../db/client");
  await closePool();
  const headers = { Authorization: `Bearer ${writeKey(newId(), Buffer.alloc(32))}` };
  const request = new Request("http://localhost:3000/api/v1/cards", { headers });
  const answer = await answered(
    await away.routes["/cards"]?.GET(request, { params: Promise.resolve({}) }),
  );
  await closePool();
  vi.unstubAllEnvs();
  expect([answer.status, answer.body.error]).toEqual([503, "unavailable"]);
  expect(answer.headers.get("retry-after")).toBe("1");
});
