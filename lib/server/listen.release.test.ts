import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startDraining } from "@/lib/background/draining";
import { freePort } from "@/lib/db/embedded/free-port";
import { CONNECTION_LIMITS, listen } from "./listen";

const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const answerAtOnce: RequestListener = (_, response) => void response.end("done");

/** A server on a free port, and connections to it. */
async function startServer(onRequest: RequestListener, limits: Partial<typeof CONNECTION_LIMITS>) {
  const port = await freePort();
  const all = { ...CONNECTION_LIMITS, ...limits };
  const { close } = await listen({ port, hosts: ["127.0.0.1"], onRequest, limits: all });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await close();
  });
  return async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  };
}

/** The status line of the response on this connection; null if it is closed instead. */
async function ask(socket: Socket): Promise<string | null> {
  socket.write(REQUEST);
  const ended = once(socket, "close").then(() => null);
  const answered = once(socket, "data").then(([bytes]) => String(bytes).split("\r\n")[0] ?? "");
  return await Promise.race([answered, ended]);
}

test("one network has so many connections and no more, until it closes one", async () => {
  const open = await startServer(answerAtOnce, { perNetwork: 2 });
  const [first, second] = [await open(), await open()];
  expect(await ask(second)).toBe("HTTP/1.1 200 OK");
  expect(await ask(await open())).toBeNull();
  first.end();
  await once(first, "close");
  expect(await ask(await open())).toBe("HTTP/1.1 200 OK");
});

test("a draining server still responds, and closes each connection that it responds on", async () => {
  const open = await startServer(answerAtOnce, {});
  const earlier = await open();
  expect(await ask(earlier)).toBe("HTTP/1.1 200 OK");
  startDraining();
  onTestFinished(() => void Reflect.deleteProperty(globalThis, Symbol.for("scrip.draining")));
  for (const socket of [earlier, await open()]) {
    const closed = once(socket, "close");
    expect(await ask(socket)).toBe("HTTP/1.1 200 OK");
    await closed;
  }
});

test("connections that wait for their next request make room for new ones", async () => {
  const open = await startServer(answerAtOnce, { total: 2 });
  const idle = [await open(), await open()];
  for (const socket of idle) await ask(socket);
  const closed = idle.map((socket) => once(socket, "close"));
  expect(await ask(await open())).toBeNull();
  await Promise.all(closed);
  expect(await ask(await open())).toBe("HTTP/1.1 200 OK");
});

test("a client that takes nothing of its response is disconnected, and one that still reads is not", async () => {
  const chunks = Array.from({ length: 40 }, () => Buffer.alloc(1_000_000));
  const download: RequestListener = (_, response) => void Readable.from(chunks).pipe(response);
  const open = await startServer(download, { idleMs: 1_000 });
  const [stuck, slow] = [await open(), await open()];
  stuck.pause();
  stuck.write(REQUEST.replace("1.1", "1.0"));
  slow.write(REQUEST.replace("1.1", "1.0"));
  let received = 0;
  for await (const bytes of slow) {
    // Twice the idle time in total.
    if (Math.floor(received / 5e6) < Math.floor((received + bytes.length) / 5e6)) await sleep(250);
    received += bytes.length;
  }
  expect(received).toBeGreaterThan(40_000_000);
  let stuckReceived = 0;
  for await (const bytes of stuck) stuckReceived += bytes.length;
  expect(stuckReceived).toBeLessThan(40_000_000);
});
