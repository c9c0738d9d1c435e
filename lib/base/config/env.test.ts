import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseEnv, VARIABLE_NAMES } from "./env";

const completeVariables = {
  DATABASE_URL: "postgres://scrip:scrip@db.example:5432/scrip",
  AUTH_SECRET: "a".repeat(32),
  ENCRYPTION_KEY: "0f".repeat(32),
  CRON_SECRET: "c".repeat(16),
};

test("production names everything that is missing, at once", () => {
  const start = () => parseEnv({ APP_URL: "https://cards.example" });
  for (const name of ["DATABASE_URL", "AUTH_SECRET", "ENCRYPTION_KEY", "CRON_SECRET", "SMTP_URL"]) {
    expect(start).toThrow(name);
  }
  expect(start).toThrow("TRUSTED_PROXY_HOPS");
  expect(() => parseEnv({ ...completeVariables, AUTH_SECRET: "" })).toThrow("Missing: AUTH_SECRET");
});

const withoutProxies = { APP_URL: "https://cards.example/", SMTP_URL: "smtp://mail.example" };
const production = { ...withoutProxies, TRUSTED_PROXY_HOPS: "0" };

test("production says how many proxies it is behind, or which, but not both", () => {
  const start = (given: object) => parseEnv({ ...completeVariables, ...withoutProxies, ...given });
  expect(() => start({})).toThrow(/Missing in production.*: TRUSTED_PROXY_HOPS$/m);
  const proxies = { TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1" };
  // With both networks of this machine.
  expect(start(proxies).trustedProxies).toHaveLength(4);
  expect(start({ TRUSTED_PROXY_HOPS: "1" }).trustedProxies).toHaveLength(0);
  expect(() => start({ ...proxies, TRUSTED_PROXY_HOPS: "1" })).toThrow(
    "TRUSTED_PROXY_HOPS must not be set together with TRUSTED_PROXIES",
  );
});

test.each([
  ["a local instance", {}, ["127.0.0.1", "::1"]],
  ["an instance without a proxy", { APP_URL: "http://till.internal" }, [null]],
  ["production without a proxy", production, [null]],
  ["a proxy in front", { ...production, TRUSTED_PROXY_HOPS: "1" }, ["127.0.0.1", "::1"]],
  ["proxies by name", { ...withoutProxies, TRUSTED_PROXIES: "10.0.0.0/8" }, ["127.0.0.1", "::1"]],
  ["HOST", { ...production, TRUSTED_PROXY_HOPS: "1", HOST: "10.0.0.5" }, ["10.0.0.5"]],
])("%s decides where the server listens", (_title, given, hosts) => {
  expect(parseEnv({ ...completeVariables, ...given }).hosts).toEqual(hosts);
});

test("a production server drains for 5 seconds before it stops, and a local one doesn't wait", () => {
  const delayOf = (given: Record<string, string>) =>
    parseEnv({ ...completeVariables, ...given }).drainDelayMs;
  expect(delayOf({})).toBe(0);
  expect(delayOf(production)).toBe(5_000);
  expect(delayOf({ ...production, DRAIN_DELAY_SECONDS: "20" })).toBe(20_000);
});

test.each([
  [
    "production starts when everything is set",
    production,
    {
      production: true,
      local: false,
      migratesItself: false,
      appUrl: "https://cards.example",
      smtpUrl: "smtp://mail.example",
      mailFrom: "Scrip <no-reply@cards.example>",
    },
  ],
  [
    "an APP_URL without TLS is not production and needs no mail server",
    { APP_URL: "http://till.internal:8080" },
    { production: false, local: false, smtpUrl: null },
  ],
  [
    "an empty variable counts as unset",
    { PORT: "", APP_URL: " ", DATABASE_POOL_MAX: "", DATABASE_REPLICA_URL: "" },
    {
      port: 3000,
      appUrl: "http://localhost:3000",
      databasePoolMax: 10,
      migratesItself: true,
      databaseReplicaUrl: null,
    },
  ],
  [
    "a set variable wins over its default",
    {
      PORT: "8081",
      SCRIP_DATA_DIR: "/srv/scrip",
      DATABASE_PREPARE: "false",
      TRUSTED_PROXY_HOPS: "2",
      LOG_LEVEL: "warn",
    },
    {
      port: 8081,
      appUrl: "http://localhost:8081",
      dataDir: "/srv/scrip",
      databasePrepare: false,
      trustedProxyHops: 2,
      logLevel: "warn",
      // Nothing migrates by itself through PgBouncer.
      migratesItself: false,
    },
  ],
  [
    "the name of the bucket has a place in DATABASE_URL, and migrations go to the first one",
    { DATABASE_URL: "postgres://scrip:scrip@db.example:6432/scrip_{bucket}" },
    {
      databaseUrl: "postgres://scrip:scrip@db.example:6432/scrip_{bucket}",
      migrateDatabaseUrl: "postgres://scrip:scrip@db.example:6432/scrip_bucket_1",
    },
  ],
])("%s", (_title, given, parsed) => {
  expect(parseEnv({ ...completeVariables, ...given })).toMatchObject(parsed);
});

test("outside production alone something may stand in for Shopify", () => {
  const standIn = { ...completeVariables, SHOPIFY_ORIGIN: "http://localhost:4000/" };
  expect(parseEnv(standIn).shopifyOrigin).toBe("http://localhost:4000");
  expect(parseEnv(completeVariables).shopifyOrigin).toBeNull();
  expect(parseEnv({ ...completeVariables, ...production }).shopifyOrigin).toBeNull();
  expect(() => parseEnv({ ...standIn, ...production })).toThrow(
    "SHOPIFY_ORIGIN must not be set in production",
  );
});

test.each([
  ["PORT", "80a"],
  ["PORT", "70000"],
  ["APP_URL", "cards.example"],
  ["DATABASE_URL", "mysql://db.example/scrip"],
  ["DATABASE_PREPARE", "perhaps"],
  ["DATABASE_REPLICA_URL", "mysql://db.example/scrip"],
  ["CITUS", "perhaps"],
  ["DATABASE_NODE_URL", "mysql://{node}/scrip"],
  ["ENCRYPTION_KEY", "too short"],
  ["AUTH_SECRET", "short"],
  ["TRUSTED_PROXIES", "10.0.0.0/8, somewhere"],
  ["SCRIP_SEED_DEMO", "true"],
  ["ENCRYPTION_KEYS_OLD", `${"0f".repeat(32)},too short`],
  ["AUTH_SECRETS_OLD", `${"a".repeat(32)},short`],
  ["DATABASE_TLS", "perhaps"],
  ["DATABASE_ROLE", "perhaps"],
  ["LOG_LEVEL", "loud"],
  ["DRAIN_DELAY_SECONDS", "301"],
  ["SIGN_UP", "maybe"],
])("an invalid %s (%s) is refused by its name", (name, value) => {
  expect(() => parseEnv({ ...completeVariables, [name]: value })).toThrow(`${name} must`);
});

test("DATABASE_NODE_URL has a place for the node, and needs Citus", () => {
  const nodes = "postgres://scrip_app:password@{node}/scrip_{bucket}";
  const parse = (url: string, citus: string) =>
    parseEnv({ ...completeVariables, DATABASE_NODE_URL: url, CITUS: citus }).databaseNodeUrl;
  expect(parse(nodes, "true")).toBe(nodes);
  expect(parse("", "false")).toBeNull();
  expect(() => parse("postgres://10.0.0.21/scrip", "true")).toThrow(
    "DATABASE_NODE_URL must contain {node}",
  );
  expect(() => parse(nodes, "false")).toThrow("DATABASE_NODE_URL must be unset without CITUS=true");
});

test.each([
  ["hexadecimal", "0f".repeat(32)],
  ["base64", Buffer.alloc(32, 15).toString("base64")],
  ["base64url", Buffer.alloc(32, 15).toString("base64url")],
])("the encryption key may be written as %s", (_spelling, text) => {
  expect(parseEnv({ ...completeVariables, ENCRYPTION_KEY: text }).encryptionKeys).toEqual([
    Buffer.alloc(32, 15),
  ]);
});

test("former secrets follow the current one, in the order given", () => {
  const old = { ENCRYPTION_KEYS_OLD: `${"0e".repeat(32)}, ${"0d".repeat(32)}` };
  const parsed = parseEnv({ ...completeVariables, ...old, AUTH_SECRETS_OLD: "b".repeat(32) });
  expect(parsed.encryptionKeys.map((key) => key[0])).toEqual([15, 14, 13]);
  expect(parsed.authSecrets).toEqual(["a".repeat(32), "b".repeat(32)]);
});

test("the guide Configuration has every variable, and marks those without which production does not start", () => {
  const guide = readFileSync("docs/operations/configuration.md", "utf8");
  const rows = [...guide.matchAll(/^\| `([A-Z_]+)`( ●)? \|/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...VARIABLE_NAMES].sort());

  const marked = rows.filter(([, , mark]) => mark).map(([, name]) => name);
  const told = complaintOf({ APP_URL: "https://cards.example" });
  const missing = /Missing in production \(APP_URL starts with https:\/\/\): (.*)/.exec(told)?.[1];
  expect(missing?.split(", ").sort()).toEqual(marked.sort());
});

function complaintOf(source: Record<string, string>): string {
  try {
    parseEnv(source);
    return "";
  } catch (error) {
    return String(error);
  }
}

test("sign-up is open locally and by invitation in production, unless set", () => {
  const production = {
    ...completeVariables,
    APP_URL: "https://cards.example",
    SMTP_URL: "smtp://x",
    TRUSTED_PROXY_HOPS: "0",
  };
  expect(parseEnv(completeVariables).signUp).toBe("open");
  expect(parseEnv(production).signUp).toBe("invited");
  expect(parseEnv({ ...production, SIGN_UP: "closed" }).signUp).toBe("closed");
});
