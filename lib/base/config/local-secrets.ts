import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "@/lib/base/errors";

const NAMES = ["AUTH_SECRET", "ENCRYPTION_KEY", "CRON_SECRET"] as const;

const StoredSecrets = z.record(z.string(), z.string());

/** Reads the file; empty if it does not exist. Throws if it can't be read. */
function readSecrets(path: string): Record<string, string> {
  try {
    return StoredSecrets.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return {};
    throw new Error(`${path} can't be read. Fix it, or set ${NAMES.join(", ")}.`, { cause: error });
  }
}

const newSecrets = () =>
  Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString("base64")]));

/** Moves the draft to `path`. If two processes create the first file, the earlier one wins. */
function moveIntoPlace(draft: string, path: string, first: boolean): void {
  try {
    if (first) linkSync(draft, path);
    else renameSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Sets missing secrets of a local instance in this process's environment: created once and stored in
 * `<dataDir>/secrets.json`, readable by its owner only. A variable that is set takes precedence.
 */
export function ensureLocalSecrets(dataDir: string): void {
  if (NAMES.every((name) => process.env[name]?.trim())) return;
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "secrets.json");
  let stored = readSecrets(path);
  if (NAMES.some((name) => !stored[name])) {
    const draft = `${path}.${process.pid}`;
    const complete = { ...newSecrets(), ...stored };
    writeFileSync(draft, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600 });
    moveIntoPlace(draft, path, Object.keys(stored).length === 0);
    stored = readSecrets(path);
  }
  for (const name of NAMES) if (!process.env[name]?.trim()) process.env[name] = stored[name];
}
