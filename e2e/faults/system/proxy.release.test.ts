import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { codeOf } from "@/lib/base/errors";
import { startProxy } from "./proxy";

/** A server that runs `serve` for each connection, behind a proxy. */
async function behindProxy(serve: (socket: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    serve(socket.on("error", () => {}));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const proxy = await startProxy("test > server", (server.address() as AddressInfo).port);
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  return proxy;
}

const echo = (socket: Socket) => void socket.pipe(socket);

/** Opens a connection. `received` has what came so far, and `ended` how it ended. */
async function open(port: number) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => void chunks.push(chunk));
  const ended = new Promise<string>((resolve) => {
    socket.once("end", () => resolve("end")).once("error", (error) => resolve(codeOf(error) ?? ""));
  });
  await once(socket, "connect").catch(() => {});
  onTestFinished(() => void socket.destroy());
  const received = () => Buffer.concat(chunks).toString();
  return { socket, received, ended };
}

const untilOpen = (proxy: { open: () => number }, count: number) =>
  expect.poll(proxy.open).toBe(count);

test("all bytes pass in order, also to a reader slower than the sender, and the end of one direction leaves the other open", async () => {
  const size = 20_000_000;
  const sent = Buffer.alloc(size, "0123456789abcdef!");
  let received = Buffer.alloc(0);
  const proxy = await behindProxy(async (socket) => {
    await sleep(100);
    const chunks: Buffer[] = [];
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) chunks.push(chunk);
    received = Buffer.concat(chunks);
    socket.end("all of it");
  });
  const client = await open(proxy.port);
  client.socket.end(sent);
  expect(await client.ended).toBe("end");
  expect(client.received()).toBe("all of it");
  expect(received.equals(sent)).toBe(true);
  await untilOpen(proxy, 0);
});

test("what a side doesn't read stays with the sender, and doesn't delay a cut", async () => {
  const proxy = await behindProxy((socket) => void socket.pause());
  const { socket, ended } = await open(proxy.port);
  const chunk = Buffer.alloc(1_000_000);
  let written = 0;
  for (; socket.writableLength < 10_000_000; written += chunk.length) {
    socket.write(chunk);
    await sleep(1);
    if (written > 200_000_000) throw new Error("The proxy takes everything.");
  }
  expect(written).toBeLessThan(60_000_000);
  proxy.cutAfter("toServer", 0);
  expect(await ended).toBe("ECONNRESET");
  await untilOpen(proxy, 0);
});

test("a connection is cut at the byte, in either direction, and a new one isn't", async () => {
  const atServer: Buffer[] = [];
  const proxy = await behindProxy((socket) => {
    socket.on("data", (chunk) => {
      atServer.push(chunk);
      socket.write(chunk);
    });
  });
  const first = await open(proxy.port);
  first.socket.write("before ");
  await expect.poll(first.received).toBe("before ");
  proxy.cutAfter("toClient", 5);
  first.socket.write("012");
  await expect.poll(first.received).toBe("before 012");
  first.socket.write("3456789");
  // Node shows a reset that comes with the last bytes as an end.
  expect(await first.ended).toMatch(/end|ECONNRESET/);
  expect(first.received()).toBe("before 01234");

  const second = await open(proxy.port);
  second.socket.write("whole");
  await expect.poll(second.received).toBe("whole");
  atServer.length = 0;
  proxy.cutAfter("toServer", 3);
  second.socket.write("012345");
  expect(await second.ended).toBe("ECONNRESET");
  expect(Buffer.concat(atServer).toString()).toBe("012");

  const third = await open(proxy.port);
  await untilOpen(proxy, 1);
  proxy.cutAfter("toClient", 0);
  expect(await third.ended).toBe("ECONNRESET");

  proxy.cutNewAfter("toClient", 2);
  const fourth = await open(proxy.port);
  fourth.socket.write("0123");
  expect(await fourth.ended).toMatch(/end|ECONNRESET/);
  expect(fourth.received()).toBe("01");
  proxy.cutNewAfter("toClient", null);
  const fifth = await open(proxy.port);
  fifth.socket.write("0123");
  await expect.poll(fifth.received).toBe("0123");
});

test("a lost reply reached the server, a lost request didn't, and both end with a reset", async () => {
  let seen = "";
  const proxy = await behindProxy((socket) => {
    socket.on("data", (chunk) => {
      seen += chunk;
      socket.write("done");
    });
  });
  const first = await open(proxy.port);
  proxy.losing("toClient");
  first.socket.write("one ");
  expect([await first.ended, first.received(), seen]).toEqual(["ECONNRESET", "", "one "]);
  proxy.losing("toServer");
  const second = await open(proxy.port);
  second.socket.write("two ");
  expect([await second.ended, second.received(), seen]).toEqual(["ECONNRESET", "", "one "]);
  proxy.losing(null);
  const third = await open(proxy.port);
  third.socket.write("three");
  await expect.poll(third.received).toBe("done");
  expect(seen).toBe("one three");
});

test("a reply is lost after so many chunks of its connection, also of a new one", async () => {
  const proxy = await behindProxy(echo);
  const numbers = [2, 0, 1];
  const first = await open(proxy.port);
  const second = await open(proxy.port);
  await untilOpen(proxy, 2);
  proxy.losing("toClient", () => numbers.shift() ?? 0);
  const third = await open(proxy.port);
  const sendUntilLost = async ({ socket, received, ended }: typeof first) => {
    let hasEnded = false;
    const ending = ended.then((how) => {
      hasEnded = true;
      return how;
    });
    for (let n = 1; !hasEnded && n < 9; n++) {
      socket.write(`${n}`);
      await expect.poll(() => hasEnded || received().length === n).toBe(true);
    }
    return [await ending, received()];
  };
  expect(await sendUntilLost(first)).toEqual(["ECONNRESET", "12"]);
  expect(await sendUntilLost(second)).toEqual(["ECONNRESET", ""]);
  expect(await sendUntilLost(third)).toEqual(["ECONNRESET", "1"]);
  proxy.losing(null);
  const fourth = await open(proxy.port);
  fourth.socket.write("kept");
  await expect.poll(fourth.received).toBe("kept");
});

test("half-open connections pass nothing, not even an end, until they are reset; new ones are never answered", async () => {
  let closed = 0;
  const proxy = await behindProxy((socket) => {
    echo(socket);
    socket.on("close", () => closed++);
  });
  const old = await open(proxy.port);
  const gone = await open(proxy.port);
  for (const { socket } of [old, gone]) socket.write("a");
  await expect.poll(() => old.received() + gone.received()).toBe("aa");
  proxy.halfOpen(true);
  const fresh = await open(proxy.port);
  for (const { socket } of [old, fresh]) socket.write("b");
  gone.socket.resetAndDestroy();
  await sleep(100);
  expect([old.received(), fresh.received(), closed]).toEqual(["a", "", 0]);
  expect(proxy.open()).toBe(3);
  proxy.halfOpen(false);
  expect(await Promise.all([old.ended, fresh.ended])).toEqual(["ECONNRESET", "ECONNRESET"]);
  await expect.poll(() => closed).toBe(2);
  await untilOpen(proxy, 0);
  const next = await open(proxy.port);
  next.socket.write("c");
  await expect.poll(next.received).toBe("c");
});

test("a delay keeps the order of chunks and doesn't add up", async () => {
  const proxy = await behindProxy(echo);
  const client = await open(proxy.port);
  proxy.delaying(1_000);
  const startedAtMs = performance.now();
  for (let n = 0; n < 8; n++) {
    client.socket.write(`${n}`);
    if (n === 6) proxy.delaying(20);
    await sleep(5);
  }
  await expect.poll(client.received, { interval: 5 }).toBe("01234567");
  const tookMs = performance.now() - startedAtMs;
  expect(tookMs).toBeGreaterThan(1_010);
  // What seven delays one after the other would take.
  expect(tookMs).toBeLessThan(7 * 1_000);
});

test("connections are refused, or led elsewhere", async () => {
  const proxy = await behindProxy(echo);
  const elsewhere = await behindProxy((socket) => void socket.end("elsewhere"));
  const old = await open(proxy.port);
  await untilOpen(proxy, 1);
  proxy.retarget(elsewhere.port);
  expect(await (await open(proxy.port)).ended).toBe("end");
  old.socket.write("still here");
  await expect.poll(old.received).toBe("still here");
  proxy.retarget(elsewhere.port, true);
  expect(await old.ended).toBe("ECONNRESET");

  proxy.refusing(true);
  expect(await (await open(proxy.port)).ended).toBe("ECONNRESET");
  proxy.refusing(false);
  const { received, ended } = await open(proxy.port);
  expect([await ended, received()]).toEqual(["end", "elsewhere"]);
  proxy.retarget(1);
  expect(await (await open(proxy.port)).ended).toBe("ECONNRESET");
});
