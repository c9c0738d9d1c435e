import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseOwner } from "@/lib/db/embedded/embedded-binaries";
import { freePort } from "@/lib/db/embedded/free-port";
import { POLL_TIMEOUT_MS } from "@/lib/testing/patience";
import { hasEnded } from "./processes";
import { findProgram, installFromDebian, killOnExit } from "./programs";

const POLL_EVERY_MS = 50;

type Options = {
  /** The database, as its clients sign in. */
  url: string;
  port: number;
  settings: Record<string, string | number>;
  /** What connections of further names for the same database run when they open, by name. */
  connectQueries?: Record<string, string>;
};

const findPgBouncer = () => findProgram(["pgbouncer"], ["/usr/sbin"]);

const acceptsConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });

/** Writes a configuration in transaction mode into a folder. Returns its path and that of the users. */
function writeConfiguration(folder: string, options: Options): [string, string] {
  const { url, port, settings, connectQueries = {} } = options;
  const database = new URL(url);
  const name = database.pathname.slice(1);
  const target = `host=127.0.0.1 port=${database.port} dbname=${name}`;
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${database.username}" "${database.password}"\n`);
  const file = join(folder, "pgbouncer.ini");
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: users,
    pool_mode: "transaction",
    log_connections: 0,
    log_disconnections: 0,
    ...settings,
  };
  const lines = [
    "[databases]",
    `${name} = ${target}`,
    ...Object.entries(connectQueries).map(
      ([name, query]) => `${name} = ${target} connect_query='${query}'`,
    ),
    "[pgbouncer]",
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return [file, users];
}

/**
 * Configures a PgBouncer in front of the database at `url`, and installs it if possible. Returns null, with the
 * reason printed, if it isn't available. `start` throws if it doesn't run.
 */
export function preparePgBouncer(options: Options) {
  if (!findPgBouncer()) installFromDebian("pgbouncer");
  const program = findPgBouncer();
  if (!program) {
    // CI can install it: continuing would hide that nothing was tested through it.
    if (process.env.CI && process.getuid?.() === 0) throw new Error("PgBouncer was not installed.");
    console.error("There is no pgbouncer here, and none could be installed: going on without it.");
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), "scrip-pgbouncer-"));
  const [file, users] = writeConfiguration(folder, options);
  // Like Postgres, it refuses to run as root.
  const owner = chooseOwner(folder);
  for (const path of [folder, file, users]) {
    if (owner) chownSync(path, owner.uid, owner.gid);
    chmodSync(path, 0o700);
  }
  const remove = () => {
    process.off("exit", remove);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);

  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (!child || hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  const start = async () => {
    child = spawn(program, ["-q", file], { ...owner, stdio: ["ignore", "ignore", "inherit"] });
    killOnExit(child);
    for (let waitedMs = 0; !(await acceptsConnections(options.port)); waitedMs += POLL_EVERY_MS) {
      if (child.exitCode !== null || waitedMs > POLL_TIMEOUT_MS) {
        await end("SIGKILL");
        throw new Error(`PgBouncer did not start (exit code ${child.exitCode}).`);
      }
      await sleep(POLL_EVERY_MS);
    }
    return child.pid ?? 0;
  };
  return { start, end, remove };
}

/** Starts a PgBouncer in front of the database at `url`, with fewer Postgres connections than clients. */
export async function startPgBouncer(url: string, options: Partial<Options> = {}) {
  const port = await freePort();
  const settings = { default_pool_size: 12, max_client_conn: 400, ...options.settings };
  const bouncer = preparePgBouncer({ ...options, url, port, settings });
  if (!bouncer) return null;
  const stop = async () => {
    await bouncer.end("SIGTERM");
    bouncer.remove();
  };
  const pid = await bouncer.start().catch(async (error) => {
    await stop();
    throw error;
  });
  const through = new URL(url);
  through.port = String(port);
  return { url: through.href, pid, stop };
}
