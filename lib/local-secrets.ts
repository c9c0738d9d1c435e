import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const NAMES = ["AUTH_SECRET", "ENCRYPTION_KEY", "CRON_SECRET"] as const;

const Kept = z.record(z.string(), z.string());

/** A file that is not there gives nothing; one that can't be read is an error. */
function readKept(path: string): Record<string, string> {
  try {
    return Kept.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new Error(`${path} can't be read; mend it or set ${NAMES.join(", ")}`, { cause: error });
  }
}

const newSecrets = () =>
  Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString("base64")]));

/** Puts the draft in its place; of two processes that make the first file, one wins for both. */
function settle(draft: string, path: string, first: boolean): void {
  try {
    if (first) linkSync(draft, path);
    else renameSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Gives a local instance the secrets that nobody set: made once, kept in `<dataDir>/secrets.json`
 * (readable by its owner only) and put into this process's environment. A set variable wins.
 */
export function ensureLocalSecrets(dataDir: string): void {
  if (NAMES.every((name) => process.env[name]?.trim())) return;
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "secrets.json");
  let kept = readKept(path);
  if (NAMES.some((name) => !kept[name])) {
    const draft = `${path}.${process.pid}`;
    const complete = { ...newSecrets(), ...kept };
    writeFileSync(draft, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600 });
    settle(draft, path, Object.keys(kept).length === 0);
    kept = readKept(path);
  }
  for (const name of NAMES) if (!process.env[name]?.trim()) process.env[name] = kept[name];
}
