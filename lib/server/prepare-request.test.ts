import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { storeWithKey } from "../testing/store";
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
