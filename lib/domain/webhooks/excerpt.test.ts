import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeAgent, outboundAgent } from "./outbound";
import { post } from "./post";

const CHUNK = Buffer.alloc(16 * 1024, "x");

const sockets = new Set<TLSSocket>();
// Keeps sending a response that claims to be a gigabyte.
const server = createServer(
  {
    key: readFileSync("e2e/support/receiver-key.pem"),
    cert: readFileSync("e2e/support/receiver-cert.pem"),
  },
  (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
      const pour = () => {
        while (!socket.destroyed && socket.write(CHUNK));
      };
      socket.on("drain", pour);
      pour();
    });
  },
);

beforeAll(() => new Promise<void>((settle) => server.listen(0, "127.0.0.1", () => settle())));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

test("of a gigabyte sixteen kilobytes are read, and the connection is closed", async () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const opened: Socket[] = [];
  const agent = outboundAgent((_host, _options, done) =>
    done(null, [{ address: "127.0.0.1", family: 4 }]),
  );
  agent.https.options.rejectUnauthorized = false;
  const { createConnection } = agent.https;
  agent.https.createConnection = (...given) => {
    const socket = createConnection.apply(agent.https, given);
    if (socket instanceof Socket) opened.push(socket);
    return socket;
  };

  const posted = await post(agent, `https://receiver.example.com:${port}/`, () => ({}), "{}");

  expect(posted).toMatchObject({ delivered: true, httpStatus: 200 });
  expect(posted.excerpt).toBe("x".repeat(16 * 1024));
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  const bytesRead = opened[0]?.bytesRead ?? 0;
  expect(bytesRead).toBeLessThan(64 * 1024);
  closeAgent(agent);
});
