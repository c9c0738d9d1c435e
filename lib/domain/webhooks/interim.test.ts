import { readFileSync } from "node:fs";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configure } from "@/lib/testing/configure";
import { closeAgent } from "./outbound";
import { post, receiverAgent } from "./post";

let server: Server;
let respond: (socket: TLSSocket) => void;
const agent = receiverAgent();

beforeAll(async () => {
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" });
  const key = readFileSync("e2e/support/receiver-key.pem");
  const cert = readFileSync("e2e/support/receiver-cert.pem");
  server = createServer({ key, cert }, (socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (chunk.includes("{}")) respond(socket);
    });
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
});
afterAll(() => {
  closeAgent(agent);
  server.close();
});

const NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";

/** The result of an attempt whose receiver writes these parts, each in a packet of its own. */
async function attempt(...parts: string[]) {
  respond = (socket) =>
    parts.forEach((part, n) => void setTimeout(() => socket.write(part), 10 * n));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return await post(agent, `https://localhost:${port}/hook`, () => ({}), "{}");
}

test.each([
  [
    "100 in the same packet",
    ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"],
  ],
  [
    "100 twice, cut in the middle",
    ["HTTP/1.1 1", "00 Continue\r\nX-A: b\r\n\r\nHTTP/1.1 100 C\r\n\r", "\n", NO_CONTENT],
  ],
  [
    "103 with links, after 102",
    [
      "HTTP/1.1 102 Processing\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
      NO_CONTENT,
    ],
  ],
  ["an unknown 1xx", [`HTTP/1.1 199 Hm\r\n\r\n${NO_CONTENT}`]],
])("an event is delivered if a receiver sends %s before a 2xx", async (_name, parts) => {
  expect(await attempt(...parts)).toMatchObject({ delivered: true, error: null });
});

test("an interim response doesn't hide the failure after it, and its connection is used again", async () => {
  const failed = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 4\r\n\r\nBusy";
  const seen = new Set<TLSSocket>();
  for (let n = 0; n < 3; n++) {
    const posting = attempt(failed);
    const sent = respond;
    respond = (socket) => {
      seen.add(socket);
      sent(socket);
    };
    expect(await posting).toMatchObject({ delivered: false, httpStatus: 500, excerpt: "Busy" });
  }
  expect(seen.size).toBe(1);
});

test.each([
  "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
  "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
])(
  "an attempt ends as failed if the receiver switches protocols, and the next one is not delayed",
  async (head) => {
    const error = "The connection was closed before a response.";
    expect(await attempt(head)).toMatchObject({ delivered: false, httpStatus: null, error });
    expect(await attempt(NO_CONTENT)).toMatchObject({ delivered: true });
  },
);

const inMs = (ms: number) => new Date(Date.now() + ms).toUTCString();

test.each([
  [429, "90", 90_000, 90_000],
  [503, inMs(600_000), 590_000, 600_000],
  [503, "86400", 3_600_000, 3_600_000],
  [429, inMs(-5_000), 0, 0],
])(
  "with a %i, Retry-After: %s is understood, up to an hour",
  async (status, header, least, most) => {
    const head = `HTTP/1.1 ${status} Busy\r\nRetry-After: ${header}\r\nContent-Length: 0\r\n\r\n`;
    const { retryAfterMs } = await attempt(head);
    expect(retryAfterMs).toBeGreaterThanOrEqual(least - 10_000);
    expect(retryAfterMs).toBeLessThanOrEqual(most);
  },
);

test.each([
  [429, "soon"],
  [429, "-1"],
  [503, "1e9"],
  [500, "90"],
  [200, "90"],
])("with a %i, Retry-After: %s is ignored", async (status, header) => {
  const head = `HTTP/1.1 ${status} X\r\nRetry-After: ${header}\r\nContent-Length: 0\r\n\r\n`;
  expect((await attempt(head)).retryAfterMs).toBeNull();
});
