import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import type { Sql } from "postgres";
import { expectEach } from "@/lib/testing/api/each";
import { expectStatus } from "@/lib/testing/api/expectations";
import { apiClient, makeActiveCard } from "../support/client";
import { makeStore } from "../support/store";
import { expect, test } from "./test";

const pem = (name: string) => readFileSync(`e2e/support/${name}.pem`);
const TRUSTED_CERTIFICATE = { key: pem("receiver-key"), cert: pem("receiver-cert") };
const UNTRUSTED_CERTIFICATE = { key: pem("stranger-key"), cert: pem("stranger-cert") };
// Signed by the trusted CA, but for a name that no receiver here has.
const OTHER_NAME_CERTIFICATE = { key: pem("other-name-key"), cert: pem("other-name-cert") };

/** A receiver that misbehaves below the HTTP level and counts its connections. */
type HostileReceiver = {
  url: string;
  connections: () => number;
  openConnections: () => number;
};

type HostileReceivers = {
  /** Speaks TLS, and calls `serve` when a whole request has arrived. */
  tls: (
    serve: (socket: TLSSocket) => void,
    own?: typeof TRUSTED_CERTIFICATE,
  ) => Promise<HostileReceiver>;
  tcp: (serve: (socket: Socket) => void) => Promise<HostileReceiver>;
  http: () => Promise<HostileReceiver>;
  stop: () => Promise<void>;
};

const respondNoContent = (socket: TLSSocket) => void socket.end("HTTP/1.1 204 No Content\r\n\r\n");

/** Creates receivers on loopback that are stopped together. */
function hostileReceivers(): HostileReceivers {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  const listen = (server: Server): Promise<HostileReceiver> => {
    let connections = 0;
    const own: Socket[] = [];
    servers.push(server);
    server.on("connection", (socket: Socket) => {
      connections++;
      own.push(socket);
      sockets.add(socket);
      socket.on("error", () => {});
    });
    return new Promise((settle) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        const port = typeof address === "object" && address ? address.port : 0;
        settle({
          url: `https://localhost:${port}/hook`,
          connections: () => connections,
          openConnections: () => own.filter(({ destroyed }) => !destroyed).length,
        });
      });
    });
  };

  const tls: HostileReceivers["tls"] = (serve, own = TRUSTED_CERTIFICATE) =>
    listen(
      createTlsServer(own, (socket) => {
        socket.on("error", () => {});
        let request = "";
        socket.on("data", (chunk: Buffer) => {
          request += chunk.toString("latin1");
          const [head = "", body] = request.split("\r\n\r\n");
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
          if (body === undefined || body.length < length) return;
          request = "";
          serve(socket);
        });
      }),
    );

  return {
    tls,
    tcp: (serve) => listen(createTcpServer(serve)),
    http: () => listen(createHttpServer((_request, response) => response.writeHead(204).end())),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((settle) => server.close(settle))));
    },
  };
}

/** Writes the parts in a loop, one every `everyMs`, until the connection closes. */
function drip(socket: Socket, parts: readonly string[], everyMs: number): void {
  let count = 0;
  const timer = setInterval(() => socket.write(parts[count++ % parts.length] ?? ""), everyMs);
  socket.once("close", () => clearInterval(timer));
}

const TIMEOUT_MS = 10_000;
const MAX_EXCERPT_CHARS = 16 * 1024;
const OK = "HTTP/1.1 200 OK\r\n";
const STATUS_PARTS = ["HTTP/", "1", ".", "1", " "];
const PROCESSING = ["HTTP/1.1 102 Processing\r\n\r\n"];

const TIMEOUT_ERROR = "No response within 10 s.";
const CONNECTION_CLOSED_ERROR = "The connection was closed before a response.";

/** Receivers that never accept a delivery, with the error that the merchant sees. */
const REJECTING_RECEIVERS: [
  title: string,
  error: string,
  start: (h: HostileReceivers) => Promise<HostileReceiver>,
][] = [
  ["never shakes hands", TIMEOUT_ERROR, (h) => h.tcp(() => {})],
  ["never answers", TIMEOUT_ERROR, (h) => h.tls(() => {})],
  [
    "trickles its status line",
    TIMEOUT_ERROR,
    (h) => h.tls((socket) => drip(socket, STATUS_PARTS, 2_400)),
  ],
  [
    "trickles headers without an end",
    TIMEOUT_ERROR,
    (h) =>
      h.tls((socket) => {
        socket.write(OK);
        drip(socket, ["X-More: of this\r\n"], 300);
      }),
  ],
  ["is only processing", TIMEOUT_ERROR, (h) => h.tls((socket) => drip(socket, PROCESSING, 500))],
  [
    "hangs up after reading",
    CONNECTION_CLOSED_ERROR,
    (h) => h.tls((socket) => void socket.destroy()),
  ],
  ["hangs up at once", CONNECTION_CLOSED_ERROR, (h) => h.tcp((socket) => void socket.destroy())],
  [
    "is not trusted",
    "The certificate isn't trusted.",
    (h) => h.tls(respondNoContent, UNTRUSTED_CERTIFICATE),
  ],
  [
    "has another name",
    "The certificate is for another host name.",
    (h) => h.tls(respondNoContent, OTHER_NAME_CERTIFICATE),
  ],
  ["speaks plain HTTP", "The TLS handshake failed.", (h) => h.http()],
  [
    "does not speak HTTP",
    "The response isn't valid HTTP.",
    (h) => h.tls((socket) => void socket.end("220 mail.example.com ESMTP\r\n")),
  ],
  [
    "sends too large headers",
    "The response headers are too large.",
    (h) => h.tls((socket) => void socket.write(`${OK}X-Long: ${"x".repeat(100_000)}\r\n\r\n`)),
  ],
];

/** Receivers that accept a delivery with a 2xx and then misbehave. */
const ACCEPTING_RECEIVERS: [title: string, serve: (socket: TLSSocket) => void][] = [
  [
    "trickles its body",
    (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      drip(socket, ["1\r\nx\r\n"], 200);
    },
  ],
  ["never ends its body", (socket) => void socket.write(`${OK}Content-Length: 1000\r\n\r\nx`)],
  [
    "sends a gzip bomb",
    (socket) => {
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
  ],
  ["breaks off its body", (socket) => void socket.end(`${OK}Content-Length: 1000\r\n\r\nx`)],
];

type Attempt = { http_status: number | null; error: string | null; excerpt: string | null };

/** Waits for the recorded first attempt of a webhook's only delivery. */
async function firstAttempt(sql: Sql, webhookId: string) {
  const read = () => sql<(Attempt & { duration_ms: number; status: string })[]>`
    select a.http_status, a.error, a.excerpt, a.duration_ms, d.status from webhook_attempts a
    join webhook_deliveries d on d.merchant_id = a.merchant_id and d.id = a.delivery_id
    where a.webhook_id = ${webhookId} and a.number = 1`;
  await expect.poll(async () => (await read()).length).toBe(1);
  const [attempt] = await read();
  if (!attempt) throw new Error("the attempt is gone");
  return attempt;
}

/** Creates a store that sends one event to a receiver. Returns the webhook's id. */
async function deliverTo(url: string): Promise<string> {
  const till = apiClient((await makeStore()).keyA);
  const wanted = { url, events: ["card.activated"] };
  const webhook = await till.post("/webhooks", wanted);
  expectStatus(webhook, 201);
  await makeActiveCard(till);
  return webhook.body.id;
}

const receivers = hostileReceivers();
test.afterAll(receivers.stop);

test("a hostile receiver has failed within ten seconds, or is hung up on", async ({ sql }) => {
  const failing = REJECTING_RECEIVERS.map(([title, error, start]) => {
    const name = `a receiver that ${title}`;
    return { name, start, expected: { error, http_status: null, status: "pending" } };
  });
  const taking = ACCEPTING_RECEIVERS.map(([title, serve]) => {
    const name = `a receiver that ${title} after a 2xx`;
    const start = (h: HostileReceivers) => h.tls(serve);
    return { name, start, expected: { error: null, http_status: 200, status: "delivered" } };
  });
  const all = [...failing, ...taking];
  await expectEach(
    all,
    async ({ start, expected }) => {
      const { url, openConnections } = await start(receivers);
      const attempt = await firstAttempt(sql, await deliverTo(url));

      expect(attempt).toMatchObject(expected);
      if (expected.error === TIMEOUT_ERROR) {
        expect(attempt.duration_ms).toBeGreaterThan(TIMEOUT_MS / 2);
      }
      if (expected.error) return;
      expect(attempt.excerpt?.length).toBeLessThanOrEqual(MAX_EXCERPT_CHARS);
      await expect.poll(openConnections).toBe(0);
    },
    all.length,
  );
});

test("a receiver that redirects has failed, and is not followed", async ({ receiver, sql }) => {
  const target = await receiver();
  const cases = [301, 302, 303, 307, 308].map((status) => ({ name: String(status), status }));
  await expectEach(cases, async ({ status }) => {
    const { url } = await receiver((_request, response) =>
      response.writeHead(status, { Location: target.url }).end(),
    );
    expect(await firstAttempt(sql, await deliverTo(url))).toMatchObject({
      http_status: status,
      status: "pending",
      error: expect.stringMatching(/redirect \(\d+\).* Redirects aren't followed/),
    });
  });
  expect(target.received).toHaveLength(0);
});

test("slow receivers hold up nobody else", async ({
  activeCard,
  subscribe,
  receiver,
  debit,
  merchant,
  sql,
}) => {
  const receivers = hostileReceivers();
  const deaf = await receivers.tls(() => {});
  for (let n = 0; n < 20; n++) await subscribe(`${deaf.url}/${n}`);
  const { uuid } = await activeCard({ amountCents: 10_000 });
  await debit(uuid, ...Array(20).fill(1));
  await expect.poll(deaf.connections).toBeGreaterThan(8);

  const other = apiClient((await makeStore()).keyA);
  const { url, received } = await receiver();
  const wanted = { url, events: ["card.debited"] };
  expectStatus(await other.post("/webhooks", wanted), 201);
  const card = await makeActiveCard(other);
  for (let count = 1; count <= 5; count++) {
    await other.post(`/cards/${card.uuid}/debit`, { amountCents: 1 });
    await expect.poll(() => received.length).toBe(count);
  }
  // Of the 400 to the deaf receiver, which hold their places for ten seconds each.
  const waiting = await sql`select from webhook_deliveries
    where merchant_id = ${merchant.merchantId} and status = 'pending' and attempts = 0`;
  expect(waiting).not.toHaveLength(0);
  await receivers.stop();
});
