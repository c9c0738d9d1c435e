import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseEnv, VARIABLE_NAMES } from "./env";

const EXAMPLE = readFileSync(".env.example", "utf8");
/** Read by compose.yaml alone. */
const OF_COMPOSE = ["SCRIP_DOMAIN", "OWNER_DATABASE_PASSWORD", "APP_DATABASE_PASSWORD"];
/** Those that an instance in a container doesn't need, or that only the Compose file for Citus sets. */
const NOT_PASSED_ON = [
  "HOST",
  "PORT",
  "SCRIP_DATA_DIR",
  "SCRIP_SEED_DEMO",
  "TRUSTED_PROXIES",
  "MIGRATE_DATABASE_URL",
  "DATABASE_ROLE",
  "DATABASE_PREPARE",
  "CITUS",
  "DATABASE_NODE_URL",
  "SHOPIFY_ORIGIN",
  "APPLE_PUSH_ORIGIN",
  "GOOGLE_WALLET_ORIGIN",
];

test("compose.yaml passes on every variable of an instance, and .env.example names no other", () => {
  const passedOn = Object.keys(parse(readFileSync("compose.yaml", "utf8"))["x-environment"]);
  expect([...passedOn, ...NOT_PASSED_ON].sort()).toEqual([...VARIABLE_NAMES].sort());
  const named = [...EXAMPLE.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(OF_COMPOSE.length);
  const known = [...OF_COMPOSE, ...VARIABLE_NAMES];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("the command in .env.example makes the secrets that production asks for, each another one", () => {
  const [, command = ""] = /^# {3}(awk .+) > \.env$/m.exec(EXAMPLE) ?? [];
  const filled = execFileSync("sh", ["-c", command], { encoding: "utf8" });
  const lines = filled.split("\n").filter((line) => line && !line.startsWith("#"));
  const made = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
  const elsewhere = {
    APP_URL: `https://${made.SCRIP_DOMAIN}`,
    DATABASE_URL: `postgres://scrip_app:${made.APP_DATABASE_PASSWORD}@postgres/scrip`,
    SMTP_URL: "smtp://mail:1025",
    TRUSTED_PROXY_HOPS: "1",
  };
  expect(parseEnv({ ...made, ...elsewhere })).toMatchObject({ production: true });
  expect(new Set(Object.values(made)).size).toBe(lines.length);
});
