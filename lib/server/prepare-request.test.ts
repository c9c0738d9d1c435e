import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { storeWithKey } from "@/lib/testing/store";
import { prepareRequest } from "./prepare-request";

/** The status of a request with this Host to a server that answers 204 to whatever it lets through. */
async function statusFor(
  host: string,
  path: string,
  onlyThisMachine: boolean,
  authorization?: string,
): Promise<number> {
  const next = (_: unknown, response: { writeHead: (status: number) => { end: () => void } }) =>
    void response.writeHead(204).end();
  const server = createServer(prepareRequest({ next, direct: () => false, onlyThisMachine }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const headers = {
    host: host.replace("PORT", String(port)),
    ...(authorization ? { authorization } : {}),
  };
  try {
    return await new Promise((resolve, reject) => {
      const asked = request(
        { port, host: "127.0.0.1", path, headers, agent: false },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      asked.once("error", reject);
      asked.end();
    });
  } finally {
    server.close();
  }
}

test.each(["/", "/cards", "/api/v1/cards", "/api/portal/me", "/_next/static/x.js"])(
  "a local instance answers %s at localhost only: another name could be another site's (421)",
  async (path) => {
    for (const host of ["localhost:PORT", "127.0.0.1:PORT", "[::1]:PORT", "LOCALHOST"]) {
      expect(await statusFor(host, path, true), host).toBe(204);
    }
    for (const host of [
      "evil.example:PORT",
      "localhost.evil.example",
      "192.168.1.2:PORT",
      "0.0.0.0",
    ]) {
      expect(await statusFor(host, path, true), host).toBe(421);
    }
    expect(await statusFor("cards.example", path, false)).toBe(204);
  },
);

test.each(["/api/v1/cards/%E0%A4%A", "/api/v1/cards?nxtPuuid=1"])(
  "what is wrong with %s is told only to a caller with a key: 401 before 400",
  async (path) => {
    const { secret } = await storeWithKey();
    expect(await statusFor("localhost", path, false)).toBe(401);
    expect(await statusFor("localhost", path, false, "Bearer scrip_live_none")).toBe(401);
    expect(await statusFor("localhost", path, false, `Bearer ${secret}`)).toBe(400);
  },
);

/** What a server, whose pages read the whole body, answers to the start of a large one. Waits if it waits for the rest. */
async function answerToStart(method: string, path: string): Promise<string> {
  const next: RequestListener = (asked, response) => {
    asked.resume().once("end", () => response.writeHead(204).end());
  };
  const server = createServer(
    prepareRequest({ next, direct: () => false, onlyThisMachine: false }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const length = 12 * 1_024 * 1_024;
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write("x".repeat(1_000));
  const [bytes] = await once(socket, "data");
  return String(bytes);
}

test("the type of what a route below a page sends is one text, by which Next compresses it", async () => {
  const types: unknown[] = [];
  const next: RequestListener = (_, response) => {
    response.setHeader("content-type", ["application/json"]);
    types.push(response.getHeader("content-type"));
    response.end("{}");
  };
  const onRequest = prepareRequest({ next, direct: () => false, onlyThisMachine: false });
  const server = createServer(onRequest).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/docs/search-index`);
  expect(await response.text()).toBe("{}");
  expect(types).toEqual(["application/json"]);
});

test.each([
  ["POST", "/sign-in?email=ada%40example.com"],
  ["PUT", "/till"],
  ["PATCH", "/wallet/gifts"],
  ["DELETE", "/_next/static/x.js"],
  ["OPTIONS", "/balance/corner-bakery"],
  ["POST", "/__nextjs_original-stack-frames"],
])("a page refuses %s %s before it reads the body: it takes GET and HEAD", async (method, path) => {
  const answer = await answerToStart(method, path);
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(answer).toMatch(/\r\nallow: GET, HEAD\r\n/i);
});
