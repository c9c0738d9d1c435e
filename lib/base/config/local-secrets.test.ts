import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureLocalSecrets } from "./local-secrets";

const NAMES = ["AUTH_SECRET", "ENCRYPTION_KEY", "CRON_SECRET"];
const originalVariables = { ...process.env };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "scrip-secrets-"));
  for (const name of NAMES) delete process.env[name];
});

afterEach(() => {
  Object.assign(process.env, originalVariables);
  rmSync(dataDir, { recursive: true });
});

test("secrets are made once, kept for the owner only, and found again", () => {
  ensureLocalSecrets(dataDir);
  const first = NAMES.map((name) => process.env[name]);
  expect(new Set(first).size).toBe(3);
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);

  for (const name of NAMES) delete process.env[name];
  ensureLocalSecrets(dataDir);
  expect(NAMES.map((name) => process.env[name])).toEqual(first);
});

test("a secret that is set wins and is not written down", () => {
  process.env.CRON_SECRET = "chosen by the operator";
  ensureLocalSecrets(dataDir);
  expect(process.env.CRON_SECRET).toBe("chosen by the operator");
  expect(readFileSync(join(dataDir, "secrets.json"), "utf8")).not.toContain("chosen");
});
