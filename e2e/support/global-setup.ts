import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Embedded, startEmbedded } from "@/lib/db/embedded";
import { ensureBuild } from "../../lib/server/prepare.mjs";
import { findBrowser } from "./browser";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

function freePort(): Promise<number> {
  return new Promise((settle) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((settle, reject) => {
    const timeout = setTimeout(() => reject(new Error("did not start")), START_TIMEOUT_MS);
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
    server.stdout?.on("data", (chunk: Buffer) => {
      if (!chunk.toString().includes("Scrip runs at")) return;
      clearTimeout(timeout);
      settle();
    });
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((settle) => server.once("exit", settle));
  const timeout = setTimeout(() => server.kill("SIGKILL"), STOP_TIMEOUT_MS);
  server.kill("SIGTERM");
  await ended;
  clearTimeout(timeout);
}

const serve = (): ChildProcess =>
  spawn(process.execPath, ["--enable-source-maps", ".build/server.mjs"], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production" },
  });

/** A data folder of this run's own, and the secrets that the server and the tests share. */
async function configure(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "scrip-e2e-"));
  // As root, Postgres runs as another account, which has to get through to its own folder.
  chmodSync(dataDir, 0o711);
  const secret = () => randomBytes(32).toString("base64");
  Object.assign(process.env, {
    SCRIP_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    AUTH_SECRET: secret(),
    ENCRYPTION_KEY: secret(),
    CRON_SECRET: secret(),
    LOG_LEVEL: "warn",
  });
  return dataDir;
}

async function remove(dataDir: string, database: Embedded): Promise<void> {
  await database.stop();
  for (const folder of [database.home, dataDir]) rmSync(folder, { recursive: true, force: true });
}

/** One production server with a database of its own, for all tests; each makes its own store. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  process.env.CHROMIUM_PATH = findBrowser();
  await ensureBuild();
  const dataDir = await configure();
  const database = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  const server = serve();
  const stop = async () => {
    await end(server);
    await remove(dataDir, database);
  };
  try {
    await ready(server);
  } catch (error) {
    await stop();
    throw error;
  }
  // For what the tests do beside the server; it found the same database by its data folder.
  process.env.DATABASE_URL = database.url;
  return stop;
}
