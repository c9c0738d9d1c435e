import { expect } from "@playwright/test";
import { freePort } from "@/lib/db/embedded/free-port";
import { apiClient, makeActiveCard } from "../support/client";
import { startServer } from "../support/instance";
import { startSeveralServers } from "../support/on-demand";
import { openRaw, sendRawRequest } from "../support/raw";
import { makeStore } from "../support/store";
import { type Lane, portOf, test } from "../support/test";

const LANES: Lane[] = ["direct", "next"];
const JSON_TYPE = "Content-Type: application/json";
const CHUNKED_BODY = '10\r\n{"amountCents":1\r\n1\r\n}\r\n0\r\n\r\n';

test.beforeAll(startSeveralServers);

const rawDebitRequest = (uuid: string, key: string, body: string, ...headers: string[]) =>
  [
    `POST /api/v1/cards/${uuid}/debit HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${key}`,
    JSON_TYPE,
    ...(headers.length > 0 ? headers : [`Content-Length: ${body.length}`]),
    "",
    body,
  ].join("\r\n");

const rawBalanceRequest = (uuid: string, key: string) =>
  `GET /api/v1/cards/${uuid}/balance HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** Starts requests in both lanes that are sent byte by byte. `statusLines` are what each finally receives. */
async function sendSlowRequests() {
  const { keyA } = await makeStore();
  const { uuid } = await makeActiveCard(apiClient(keyA), { amountCents: 1_000 });
  const head = `POST /api/v1/cards/${uuid}/debit HTTP/1.1\r\nHost: localhost\r\n`;
  const whole = rawDebitRequest(uuid, keyA, " ".repeat(1_000));
  const slow = LANES.flatMap((lane) => [
    { lane, begin: head, drop: "X: y\r\n" },
    { lane, begin: whole.slice(0, -1_000), drop: " " },
  ]);
  const statusLines = slow.map(async ({ lane, begin, drop }) => {
    const connection = await openRaw(portOf(lane));
    connection.write(begin);
    const dripping = setInterval(() => connection.write(drop), 500);
    const answer = await connection.ended();
    clearInterval(dripping);
    connection.close();
    return answer.slice(0, 12);
  });
  const till = apiClient(keyA);
  const balance = async () => (await till.get(`/cards/${uuid}/balance`)).body.balanceCents;
  return { statusLines, balance, balanceMeanwhile: await balance() };
}

// In one worker, so that the requests that time out after 15 seconds start before the other tests.
test.describe.configure({ mode: "default" });
let dripping: Awaited<ReturnType<typeof sendSlowRequests>>;
test.beforeAll(async () => {
  dripping = await sendSlowRequests();
});

for (const lane of LANES) {
  test(`one connection serves requests in order (${lane})`, async ({ activeCard, merchant }) => {
    const { uuid } = await activeCard({ amountCents: 1_000 });
    const connection = await openRaw(portOf(lane));
    const amounts = [1, 2, 3, 4, 5];
    const debits = amounts.map((cents) =>
      rawDebitRequest(uuid, merchant.keyA, JSON.stringify({ amountCents: cents })),
    );
    connection.write(debits.join("") + rawBalanceRequest(uuid, merchant.keyA));

    for (const cents of amounts) {
      const { status, body } = (await connection.answer()) ?? {};
      expect([status, JSON.parse(body ?? "{}").transaction?.amountCents]).toEqual([200, cents]);
    }
    expect((await connection.answer())?.body).toContain(`"uuid":"${uuid}","balanceCents":`);

    for (const [request, status] of [
      [rawBalanceRequest(uuid, merchant.keyA), 200],
      [rawDebitRequest(uuid, merchant.keyA, '{"amountCents":0}'), 400],
      [rawBalanceRequest(uuid, "scrip_live_none"), 401],
      [rawDebitRequest(uuid, "scrip_live_none", '{"amountCents":1}'), 401],
      ["TRACE /api/v1/cards HTTP/1.1\r\nHost: localhost\r\n\r\n", 405],
      ["GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 404],
      [rawDebitRequest(uuid, merchant.keyA, '{"amountCents":1}'), 200],
      [rawDebitRequest(uuid, merchant.keyA, CHUNKED_BODY, "Transfer-Encoding: chunked"), 200],
    ] as const) {
      connection.write(request);
      expect((await connection.answer())?.status, request.slice(0, 60)).toBe(status);
    }
    connection.close();
  });

  test(`a body beyond 64 KB is not read (${lane})`, async ({ activeCard, api, merchant }) => {
    const { uuid } = await activeCard({ amountCents: 1_000 });
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    for (const [headers, body] of [
      [["Content-Length: 1000000000"], " ".repeat(70_000)],
      [["Transfer-Encoding: chunked"], chunk + chunk],
    ] as const) {
      const answer = await sendRawRequest(
        portOf(lane),
        rawDebitRequest(uuid, merchant.keyA, body, ...headers),
      );
      expect(answer?.status).toBe(413);
      expect(answer?.body).toContain("payload_too_large");
    }
    expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(1_000);
  });

  test(`callers who hang up cost nothing (${lane})`, async ({ activeCard, api, merchant, sql }) => {
    const { uuid } = await activeCard({ amountCents: 1_000 });
    const leave = async (request: string) => {
      const connection = await openRaw(portOf(lane));
      connection.write(request);
      connection.close();
    };
    const whole = rawDebitRequest(uuid, merchant.keyA, '{"amountCents":1}');
    for (let left = 0; left < 50; left++) {
      await leave(whole.slice(0, -5));
      await leave(whole.slice(0, 40));
      await leave(rawBalanceRequest(uuid, merchant.keyA));
    }
    expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(1_000);
    expect((await sendRawRequest(portOf(lane), whole))?.status).toBe(200);
    const busy = () => sql`select from pg_stat_activity
      where application_name = 'scrip' and state like '%in transaction%'
        and state_change < now() - interval '5 seconds'`;
    expect(await busy()).toHaveLength(0);
  });

  test(`a stopped server finishes requests (${lane})`, async ({ activeCard, merchant, sql }) => {
    const { uuid } = await activeCard({ amountCents: 1_000 });
    const port = await freePort();
    const database = new URL(process.env.DATABASE_URL ?? "");
    // Without timeouts, the request waits for the card even if a slow machine takes long to stop the server.
    for (const limit of ["lock_timeout", "statement_timeout"])
      database.searchParams.set(limit, "0");
    const settings = { API_LANE: lane, PORT: String(port), DATABASE_URL: database.href };
    const server = await startServer(settings);
    const connection = await openRaw(port);
    let stopped: Promise<void> | undefined;
    await sql.begin(async (tx) => {
      const [held] = await tx`select pg_backend_pid() as pid from cards where id = ${uuid}
        for update`;
      connection.write(rawDebitRequest(uuid, merchant.keyB, '{"amountCents":1}'));
      await expect
        .poll(
          () => sql`select from pg_stat_activity
            where ${held?.pid}::int = any(pg_blocking_pids(pid))`,
        )
        .not.toHaveLength(0);
      stopped = server.stop();
      await expect
        .poll(() =>
          openRaw(port).then(
            () => "open",
            () => "closed",
          ),
        )
        .toBe("closed");
    });
    const answer = await connection.answer();
    expect([answer?.status, JSON.parse(answer?.body ?? "{}").newBalanceCents]).toEqual([200, 999]);
    await stopped;
    expect(await connection.ended()).toBe("");
  });
}

test("who sends a request drop by drop is cut off, in both lanes, and others are served meanwhile", async () => {
  const { statusLines, balance, balanceMeanwhile } = dripping;
  expect(balanceMeanwhile).toBe(1_000);
  expect(await Promise.all(statusLines)).toEqual(Array(2 * LANES.length).fill("HTTP/1.1 408"));
  expect(await balance()).toBe(1_000);
});
