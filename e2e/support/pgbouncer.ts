import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseOwner } from "@/lib/db/embedded-binaries";
import { freePort } from "@/lib/db/free-port";
import { findProgram, installFromDebian, killOnExit } from "./programs";

const START_TIMEOUT_MS = 15_000;
const POLL_EVERY_MS = 50;

export type Bouncer = { url: string; pid: number; stop: () => Promise<void> };

const findPgBouncer = () => findProgram(["pgbouncer"], ["/usr/sbin"]);

const acceptsConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });

/** Writes a configuration in transaction mode, with fewer Postgres connections than clients. */
function writeConfiguration(folder: string, database: URL, port: number): string {
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${database.username}" "${database.password}"\n`);
  const file = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `${database.pathname.slice(1)} = host=127.0.0.1 port=${database.port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${users}`,
    "pool_mode = transaction",
    "default_pool_size = 12",
    "max_client_conn = 400",
    `pidfile = ${join(folder, "pid")}`,
    "log_connections = 0",
    "log_disconnections = 0",
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/**
 * Starts a PgBouncer in front of the database at `url`, and installs it if possible. Returns null, with the
 * reason printed, if it isn't available. Throws if it doesn't run.
 */
export async function startPgBouncer(url: string): Promise<Bouncer | null> {
  if (!findPgBouncer()) installFromDebian("pgbouncer");
  const program = findPgBouncer();
  if (!program) {
    // CI can install it: continuing would hide that nothing was tested through it.
    if (process.env.CI && process.getuid?.() === 0) throw new Error("PgBouncer was not installed.");
    console.error("There is no pgbouncer here, and none could be installed: going on without it.");
    return null;
  }
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "scrip-pgbouncer-"));
  const file = writeConfiguration(folder, new URL(url), port);
  // Like Postgres, it refuses to run as root.
  const owner = chooseOwner(folder);
  for (const path of [folder, file, join(folder, "users.txt")]) {
    if (owner) chownSync(path, owner.uid, owner.gid);
    chmodSync(path, 0o700);
  }
  const child = spawn(program, ["-q", file], { ...owner, stdio: ["ignore", "ignore", "inherit"] });
  killOnExit(child);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeFolder);
  const stop = async () => {
    const ended = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
    removeFolder();
  };
  for (let waitedMs = 0; !(await acceptsConnections(port)); waitedMs += POLL_EVERY_MS) {
    if (child.exitCode !== null || waitedMs > START_TIMEOUT_MS) {
      await stop();
      throw new Error(`PgBouncer did not start (exit code ${child.exitCode}).`);
    }
    await sleep(POLL_EVERY_MS);
  }
  const through = new URL(url);
  through.port = String(port);
  return { url: through.href, pid: child.pid ?? 0, stop };
}
