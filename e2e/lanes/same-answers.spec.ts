import { expect } from "@playwright/test";
import { freePort } from "@/lib/db/embedded/free-port";
import { callOf, pathOf, targetWithId } from "@/lib/testing/api/calls";
import { operations } from "@/lib/testing/api/operations";
import { apiClient, makeActiveCard } from "../support/client";
import { startServer } from "../support/instance";
import { newDatabase } from "../support/new-database";
import { startSeveralServers } from "../support/on-demand";
import { type RawAnswer, sendRawRequest } from "../support/raw";
import { createStoreKey, scripOf, thisRelease } from "../support/releases";
import { portOf, test } from "../support/test";

const CARD_ID = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";

test.beforeAll(startSeveralServers);

/** Headers that may differ between two responses: date, request id, and body framing. */
const VARYING_HEADERS = [
  "date",
  "x-request-id",
  "scrip-request-id",
  "content-length",
  "transfer-encoding",
];

function withoutVaryingParts(answer: RawAnswer | null) {
  if (!answer) return null;
  // Next renders pages in both lanes, with a new nonce each time.
  if (answer.headers["content-type"]?.includes("html")) return { status: answer.status };
  const headers = Object.entries(answer.headers).filter(
    ([name]) => !VARYING_HEADERS.includes(name),
  );
  return {
    status: answer.status,
    headers: Object.fromEntries(headers.sort()),
    // Each server's APP_URL is its own port.
    body: answer.body
      .replace(/req_[0-9a-f-]{36}/g, "req_")
      .replace(/"doc_url":"http:\/\/localhost:\d+\//g, '"doc_url":"/')
      // Today's totals end now.
      .replace(/"to":"\d{4}-[^"]+"/, '"to":"now"'),
  };
}

type Ports = { direct: number; next: number };

/** Sends the same bytes to both lanes and expects equal responses. Returns the direct lane's response. */
async function expectSame(
  request: string,
  ports: Ports = { direct: portOf("direct"), next: portOf("next") },
): Promise<RawAnswer | null> {
  const [direct, next] = await Promise.all([
    sendRawRequest(ports.direct, request),
    sendRawRequest(ports.next, request),
  ]);
  expect(withoutVaryingParts(direct), JSON.stringify(request.slice(0, 200))).toEqual(
    withoutVaryingParts(next),
  );
  return direct;
}

const lines = (...given: (string | null)[]) =>
  `${given.filter((line) => line !== null).join("\r\n")}\r\n\r\n`;

const rawRequest = (line: string, key: string | null, ...headers: string[]) =>
  lines(
    `${line} HTTP/1.1`,
    headers.some((header) => /^host:/i.test(header)) ? null : "Host: localhost",
    key && `Authorization: Bearer ${key}`,
    ...headers,
  );

const TARGETS = [
  ...String.raw`
    /api/v1 /api/v1/ /api/v1?x=1 /api/v2/cards /api/ /api/v1/routes /api/v1/route
    /api/v1/cards /api/v1/cards/ /api/v1//cards //api/v1/cards /api//v1/cards
    /api/v1/cards? /api/v1/cards?limit=1 /api/v1/cards?limit=%E0%A4%A
    /api/v1/cards?limit=1&limit=2 /api/v1/cards?limit=1#x /api/v1/openapi.json?x=1
    /api/v1/cards?_rsc=1 /api/v1/cards?nxtPuuid=1 /api/v1/cards?limit=1&n%78tIuuid=1
    /api/v1/cards?__nextLocale=en /api/v1/cards?a=/../x//y/
    /api/v1/Cards /api/v1/%63ards /api/v1%2Fcards /api/v1/%E0%A4%A /api/v1/% /api/v1/%00
    /api/v1/cards/%E0%A4%A/debit /api/v1/./cards /api/v1/../v1/cards /api/v1/%2e%2e/v1/cards
    /api/v1/x/%2E%2E/cards /api/v1/cards\ /api/v1\cards /api/v1/... /api/v1/cards;v=1
    /api/v1/cards.rsc /api/v1/cards.json /api/v1/cards.txt
    /api/v1/cards/[uuid] /api/v1/cards/{uuid} /api/v1/cards/:uuid
    /api/v1/cards/load/debit /api/v1/cards/lookup /api/v1/cards/constructor
    /api/v1/constructor /api/v1/__proto__ /api/v1/cards/__proto__/debit
    http://localhost/api/v1/cards?limit=1 http://localhost/api/v1//cards
    HTTP://other.example/api/v1/cards/../cards?limit=1
    https://user:password@localhost/api/v1/x`
    .trim()
    .split(/\s+/),
  `/api/v1/cards/${CARD_ID}`,
  `/api/v1/cards/${CARD_ID}/`,
  `/api/v1/cards/${CARD_ID.toUpperCase()}/balance`,
  `/api/v1/cards/%30${CARD_ID.slice(1)}/balance`,
  `/api/v1/cards/${CARD_ID}/debit/x`,
  `/api/v1/cards/${"x".repeat(8_000)}`,
  `/api/v1/${"x/".repeat(3_000)}y`,
  `/api/v1/cards?cursor=${"x".repeat(8_000)}`,
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

for (const method of METHODS) {
  test(`both lanes answer ${method} the same, however the URL is spelt`, async ({ merchant }) => {
    const keys = method === "GET" ? [merchant.keyA, null] : [merchant.keyA];
    const headers = ["POST", "PUT", "PATCH"].includes(method) ? ["Content-Length: 0"] : [];
    for (const key of keys) {
      const ask = (target: string) =>
        expectSame(rawRequest(`${method} ${target}`, key, ...headers));
      await Promise.all(["*", ...TARGETS].map(ask));
    }
  });
}

test("an unknown path below /api is a 404 in JSON in both lanes", async () => {
  for (const path of ["/api/nothing", "/api/v2/cards", "/api/portal/no/thing"]) {
    for (const method of ["GET", "POST"]) {
      const answer = await expectSame(
        rawRequest(`${method} ${path}`, null, ...(method === "POST" ? ["Content-Length: 0"] : [])),
      );
      expect([answer?.status, answer?.headers["content-type"]], path).toEqual([
        404,
        "application/json",
      ]);
    }
  }
});

test("both lanes answer every operation the same when nothing is there", async ({ merchant }) => {
  for (const operation of operations) {
    const keys = [merchant.keyA, merchant.keyB, "scrip_live_none", null];
    const answers = keys.map((key) => {
      const { path, method } = operation;
      const body = JSON.stringify(callOf(operation).body?.(targetWithId(CARD_ID)) ?? {});
      // Create calls get an invalid body, so both lanes refuse and nothing is created.
      const made = key && !path.includes("{") && method === "POST" ? '{"x":1}' : body;
      const target = `/api/v1${pathOf({ path }, targetWithId(CARD_ID))}`;
      const headers = ["Content-Type: application/json", `Content-Length: ${made.length}`];
      return expectSame(rawRequest(`${method} ${target}`, key, ...headers) + made);
    });
    await Promise.all(answers);
  }
});

test("both lanes read the same from odd headers and bodies", async ({ activeCard, merchant }) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  const debit = `POST /api/v1/cards/${uuid}/debit`;
  const json = "Content-Type: application/json";
  const ask = (headers: string[], body = "", key: string | null = merchant.keyA) =>
    expectSame(rawRequest(debit, key, ...headers) + body);

  const hosts = ["", "a b", "[::1", "localhost:99999", "exa_mple", "x".repeat(1_000), "/", "é"];
  for (const host of hosts) {
    const balance = `GET /api/v1/cards/${uuid}/balance`;
    await expectSame(rawRequest(balance, merchant.keyA, `Host: ${host}`));
  }
  await expectSame(lines(`GET /api/v1/cards/${uuid}/balance HTTP/1.1`));
  await expectSame(lines(`GET /api/v1/cards/${uuid}/balance HTTP/1.0`));

  await ask([json, "Content-Length: 5"], "{}   ");
  await ask([json, "Content-Length: 3"], "{}x");
  await ask(["Content-Length: 2"], "{}");
  await ask([json, "Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n");
  await ask([json, "Transfer-Encoding: chunked"], '1\r\n{\r\n3\r\n\xff"}\r\n0\r\n\r\n');
  await ask([json, "Content-Length: 70000"], "x".repeat(70_000));
  await ask([json, "Transfer-Encoding: chunked"], `11170\r\n${"x".repeat(70_000)}\r\n0\r\n\r\n`);
  for (const headers of [
    ["Expect: 100-continue"],
    ["Expect: 200-ok"],
    ["Content-Encoding: gzip"],
    ["Accept-Encoding: gzip, br"],
    ["Idempotency-Key: é"],
    ["Idempotency-Key: a", "Idempotency-Key: b"],
    [json],
    ["Scrip-Shape: A", "Scrip-Shape: A"],
    ["Authorization: Bearer x"],
    ["X-Method-Override: GET", "X-HTTP-Method: GET"],
    ["RSC: 1", "Next-Action: x", "x-nextjs-data: 1"],
    ["x-middleware-subrequest: proxy", "Purpose: prefetch"],
    [`X-Long: ${"x".repeat(20_000)}`],
  ]) {
    await ask([json, "Content-Length: 2", ...headers], "{}");
  }
  for (const header of ["Authorization: Basic eDp5", "Cookie: authjs.session-token=x"]) {
    await ask([json, "Content-Length: 2", header], "{}", null);
  }
});

test("both lanes send whole lists, with gzip or without", async ({ activeCard, merchant }) => {
  for (let made = 0; made < 12; made++) await activeCard({ amountCents: 100 });
  for (const target of [
    "/api/v1/cards?limit=100",
    "/api/v1/transactions",
    "/api/v1/openapi.json",
  ]) {
    for (const method of ["GET", "HEAD"]) {
      // Only the direct lane compresses the document.
      const isDocument = target.endsWith("openapi.json");
      for (const encoding of isDocument ? [[]] : [[], ["Accept-Encoding: gzip, deflate, br"]]) {
        const answer = await expectSame(
          rawRequest(`${method} ${target}`, merchant.keyA, ...encoding),
        );
        expect(answer?.status).toBe(200);
      }
    }
  }
});

// A lock that is held for as long as the tests' servers are patient would outlast their connections.
test("with the limits of production, both lanes answer the same 503 and 500", async () => {
  const { variables, sql, remove } = await newDatabase();
  const scrip = scripOf(thisRelease(), variables);
  const ports = { direct: await freePort(), next: await freePort() };
  const servers: { stop: () => Promise<void> }[] = [];
  try {
    await scrip("db", "migrate");
    const key = await createStoreKey(scrip);
    for (const [lane, port] of Object.entries(ports))
      servers.push(await startServer({ ...variables, API_LANE: lane, PORT: String(port) }));
    const till = apiClient(key, `http://localhost:${ports.direct}`);
    const { uuid } = await makeActiveCard(till, { amountCents: 1_000 });
    const json = ["Content-Type: application/json", "Content-Length: 17"];
    const debit = (header: string[] = []) => {
      const head = rawRequest(`POST /api/v1/cards/${uuid}/debit`, key, ...json, ...header);
      return expectSame(`${head}{"amountCents":1}`, ports);
    };
    await sql.begin(async (tx) => {
      await tx`select from cards where id = ${uuid} for update`;
      const [busy, inProgress] = await Promise.all([debit(), debit(["Idempotency-Key: busy"])]);
      expect([busy?.status, inProgress?.status]).toEqual([503, 409]);
    });

    await sql`update cards set sealed_code = 'k0.unknown' where id = ${uuid}`;
    const broken = await expectSame(rawRequest(`GET /api/v1/cards/${uuid}`, key), ports);
    expect(broken).toMatchObject({ status: 500 });
    expect(broken?.body).toContain("internal_error");
  } finally {
    for (const server of servers) await server.stop();
    await remove();
  }
});
