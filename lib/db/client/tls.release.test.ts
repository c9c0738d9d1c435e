import dns from "node:dns";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { configure } from "@/lib/testing/configure";
import { createPool } from "./pool";
import { tlsFor } from "./tls";

const production = { APP_URL: "https://cards.example", SMTP_URL: "smtp://mail.example" };
beforeEach(() => configure({ ...production, TRUSTED_PROXY_HOPS: "0" }));
afterEach(() => {
  vi.restoreAllMocks();
  configure({ APP_URL: "", SMTP_URL: "", DATABASE_TLS: "" });
});

test.each([
  ["postgres://app@db.example/scrip", "verify", { ssl: "verify-full" }],
  ["postgres://app@10.0.0.7/scrip", "", { ssl: "verify-full" }],
  ["postgres://app@db.example/scrip?sslmode=disable", "", { ssl: "verify-full" }],
  ["postgres://app@localhost.example/scrip", "", { ssl: "verify-full" }],
  ["postgres://app@127.0.0.1.example/scrip", "", { ssl: "verify-full" }],
  ["postgres://app@db.example/scrip", "no-verify", { ssl: "require" }],
  ["postgres://app@db.example/scrip", "off", { ssl: false }],
  ["postgres://app@localhost/scrip", "", {}],
  ["postgres://app@127.0.0.1:5433/scrip", "verify", {}],
  ["postgres://app@[::1]/scrip", "", {}],
  ["postgres://app@localhost:1,db.example:2/scrip", "", { ssl: "verify-full" }],
  ["postgres://app@%2Fvar%2Frun%2Fpostgresql/scrip", "", {}],
])(
  "in production, %s with DATABASE_TLS=%s is connected to with %j",
  (url, DATABASE_TLS, options) => {
    configure({ DATABASE_TLS });
    expect(tlsFor(url)).toEqual(options);
  },
);

test.each([
  ["db.example", { ssl: "verify-full" }],
  ["/var/run/postgresql", {}],
  ["localhost", {}],
  ["", {}],
])("in production, a URL without a host means PGHOST: %s", (PGHOST, options) => {
  vi.stubEnv("PGHOST", PGHOST);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(tlsFor("postgres:///scrip")).toEqual(options);
});

test("outside production, the URL decides", () => {
  configure({ APP_URL: "", SMTP_URL: "" });
  expect(tlsFor("postgres://app@db.example/scrip?sslmode=require")).toEqual({});
});

const pem = (name: string) => readFileSync(`e2e/support/${name}.pem`);

/** A server that takes TLS as Postgres does, with this certificate. Collects what it was sent inside. */
async function startTlsServer(certificate: string | null) {
  const received: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(certificate ? "S" : "N");
      if (!certificate) return void socket.on("data", (bytes) => received.push(String(bytes)));
      const own = { key: pem(`${certificate}-key`), cert: pem(`${certificate}-cert`) };
      const inside = new TLSSocket(socket, { isServer: true, ...own });
      inside.on("error", () => {});
      inside.on("data", (bytes) => {
        received.push(String(bytes));
        inside.destroy();
      });
    });
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, received };
}

/** Every name is this machine's. */
function resolveToLoopback() {
  const found = { address: "127.0.0.1", family: 4 };
  vi.spyOn(dns, "lookup").mockImplementation(((_name: string, _options: object, done: unknown) =>
    (done as (error: null, all: object[]) => void)(null, [found])) as never);
}

test.each([
  ["a trusted certificate of this name", "other-name", "other.example.com", "", true],
  ["a trusted certificate of another name", "other-name", "db.example.com", "", false],
  ["a certificate that nobody trusts", "stranger", "db.example.com", "", false],
  ["no certificate at all", null, "db.example.com", "", false],
  ["a certificate that nobody trusts", "stranger", "db.example.com", "no-verify", true],
] as const)(
  "a remote Postgres with %s (%s at %s, DATABASE_TLS=%s) receives the user's name: %s",
  async (_what, certificate, host, DATABASE_TLS, isTold) => {
    configure({ DATABASE_TLS });
    const { port, received } = await startTlsServer(certificate);
    resolveToLoopback();
    const url = `postgres://the_user:the_password@${host}:${port}/scrip`;
    const pool = createPool({ url, connections: 1, prepare: false });
    await expect(pool`select 1`).rejects.toThrow();
    await pool.end(100);
    expect(received.join("").includes("the_user")).toBe(isTold);
  },
);
