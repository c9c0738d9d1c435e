import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { FORBIDDEN_HOSTS, FORBIDDEN_NAMES } from "@/lib/testing/addresses";
import { closeAgent } from "./outbound";
import { post, receiverAgent } from "./post";

// Treated as a public address, so that no test sends packets off this machine.
const PUBLIC_ADDRESS = "127.0.0.2";
vi.mock(import("./ssrf-guard"), async (original) => {
  const guard = await original();
  return {
    ...guard,
    isPublicAddress: (address: string) =>
      address === PUBLIC_ADDRESS || guard.isPublicAddress(address),
  };
});

// Shorter than 10 s, for the test that waits for it.
vi.mock("./delivery-policy", async (original) => ({
  ...(await original<typeof import("./delivery-policy")>()),
  ATTEMPT_TIMEOUT_MS: 2_000,
}));

/** What name servers take to find a host. */
const SLOW_NAME_MS = 400;

type Resolver = (host: string) => Promise<string[]>;

const servers: Server[] = [];
const connections = { loopback: 0, public: 0 };
let port = 0;

/** Listens for TCP connections, counts them, and closes them. */
function listen(address: string, at: number, count: () => void): Promise<number> {
  const server = createServer((socket) => {
    count();
    socket.destroy();
  });
  servers.push(server);
  return new Promise((settle) => {
    server.listen(at, address, () => {
      const bound = server.address();
      settle(typeof bound === "object" && bound ? bound.port : 0);
    });
  });
}

beforeAll(async () => {
  port = await listen("127.0.0.1", 0, () => connections.loopback++);
  await listen(PUBLIC_ADDRESS, port, () => connections.public++);
  await listen("::1", port, () => connections.loopback++).catch(() => 0);
});
afterAll(() => {
  for (const server of servers) server.close();
});

beforeEach(() => Object.assign(connections, { loopback: 0, public: 0 }));

/** Makes one attempt to a host, with a fake DNS resolver. */
async function attempt(host: string, answers: Resolver) {
  const agent = receiverAgent(answers);
  const posted = await post(agent, `https://${host}:${port}/`, () => ({}), "{}");
  closeAgent(agent);
  return posted;
}

const FORBIDDEN_ERROR = "The host name resolves to an address that isn't allowed.";
const refusedResult = { delivered: false, httpStatus: null, error: FORBIDDEN_ERROR };
const resolvesTo = (addresses: string[]) => async () => addresses;
const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, "");

describe("an attempt", () => {
  test.each([...FORBIDDEN_HOSTS, ...FORBIDDEN_NAMES])(
    "never connects to %s, even when it is already registered",
    async (host) => {
      const asked = vi.fn(resolvesTo(["127.0.0.1"]));
      expect(await attempt(host, asked)).toMatchObject(refusedResult);
      expect(asked).not.toHaveBeenCalled();
      expect(connections.loopback).toBe(0);
    },
  );

  test.each([
    ...FORBIDDEN_HOSTS.map((host) => ({
      found: [withoutBrackets(new URL(`https://${host}`).hostname)],
    })),
    { found: ["10.0.0.1", PUBLIC_ADDRESS] },
    { found: [PUBLIC_ADDRESS, "127.0.0.1"] },
    { found: [PUBLIC_ADDRESS, PUBLIC_ADDRESS, "::1"] },
    { found: ["::ffff:127.0.0.1", PUBLIC_ADDRESS] },
    { found: ["not an address"] },
  ])("never connects by a name that leads to $found", async ({ found }) => {
    expect(await attempt("receiver.example.com", resolvesTo(found))).toMatchObject(refusedResult);
    expect(connections).toEqual({ loopback: 0, public: 0 });
  });

  test("connects to the very address that was checked, though the name's answer changes at once", async () => {
    let asked = 0;
    const rebinding: Resolver = async () => (asked++ === 0 ? [PUBLIC_ADDRESS] : ["127.0.0.1"]);
    const first = await attempt("rebind.example.com", rebinding);
    expect(first.error).toBe("The connection was closed before a response.");
    expect([asked, connections.public, connections.loopback]).toEqual([1, 1, 0]);
    expect(await attempt("rebind.example.com", rebinding)).toMatchObject(refusedResult);
    expect([asked, connections.public, connections.loopback]).toEqual([2, 1, 0]);
  });

  test("by one pool asks again for each connection, and refuses the one that turned private", async () => {
    let asked = 0;
    const agent = receiverAgent(async () => (asked++ === 0 ? [PUBLIC_ADDRESS] : ["127.0.0.1"]));
    const url = `https://pooled.example.com:${port}/`;
    for (let n = 0; n < 5; n++) await post(agent, url, () => ({}), "{}");
    closeAgent(agent);
    expect(asked).toBe(5);
    expect(connections).toEqual({ loopback: 0, public: 1 });
  });

  test.each([
    ["a name that does not exist", "ENOTFOUND"],
    ["name servers that fail", "ESERVFAIL"],
    ["name servers that refuse", "EREFUSED"],
  ])("fails in words for %s", async (_title, code) => {
    const failing: Resolver = async () => {
      throw Object.assign(new Error(`query ${code}`), { code });
    };
    expect(await attempt("gone.example.com", failing)).toMatchObject({
      delivered: false,
      error: "The host name couldn't be resolved.",
    });
    expect(await attempt("gone.example.com", resolvesTo([]))).toMatchObject({
      error: "The host name couldn't be resolved.",
    });
  });

  test("fails after its time when the name servers do not answer", async () => {
    const posted = await attempt("slow.example.com", () => new Promise(() => {}));
    expect(posted).toMatchObject({ delivered: false, error: "No response within 2 s." });
    const policy = await vi.importActual<typeof import("./delivery-policy")>("./delivery-policy");
    expect(policy.ATTEMPT_TIMEOUT_MS).toBe(10_000);
  });

  test("takes as long as its request, not as long as its host name", async () => {
    const receiver = createHttpServer((_, response) => response.writeHead(500).end());
    await new Promise<void>((settle) => receiver.listen(0, PUBLIC_ADDRESS, settle));
    const { port: at } = receiver.address() as AddressInfo;
    let waitedMs = 0;
    const agent = receiverAgent(async () => {
      const askedMs = performance.now();
      await sleep(SLOW_NAME_MS);
      waitedMs = performance.now() - askedMs;
      return [PUBLIC_ADDRESS];
    });
    const startedMs = performance.now();
    const posted = await post(agent, `http://slow-name.example.com:${at}/`, () => ({}), "{}");
    const tookMs = performance.now() - startedMs;
    closeAgent(agent);
    receiver.close();
    expect(posted.httpStatus).toBe(500);
    expect(posted.durationMs).toBeLessThanOrEqual(tookMs - waitedMs + 1);
    expect(posted.error).toContain(`responded with 500 after ${posted.durationMs} ms`);
  });
});
