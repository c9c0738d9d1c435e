import type { ChildProcess } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { childProgram } from "@/lib/testing/child-program";
import { makeDataDir } from "@/lib/testing/throwaway-postgres";
import { startEmbedded } from "./embedded";

let dataDir: string;
beforeEach(() => {
  dataDir = makeDataDir();
});
afterEach(async () => {
  const last = await startEmbedded({ dataDir });
  await last.stop();
  for (const folder of [last.home, dataDir]) rmSync(folder, { recursive: true, force: true });
});
// Its processes are killed before the hook above runs.
const start = childProgram("hold-database");

/** Starts the database in a separate process, which keeps it running until it is killed. */
function startInProcess(): Promise<{ child: ChildProcess; url: string }> {
  const child = start([dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((settle, reject) => {
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
    child.stdout?.once("data", (line: Buffer) => settle({ child, url: line.toString().trim() }));
  });
}

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const countKeptRows = (url: string) =>
  query(url, async (sql) => Number((await sql`select count(*) from kept`)[0]?.count));

test("what was committed survives a kill -9 of the app, of Postgres, and of both", async () => {
  const { child, url } = await startInProcess();
  await query(url, (sql) => sql`create table kept as select 1 as one`);

  child.kill("SIGKILL");
  const adopted = await startEmbedded({ dataDir });
  expect(adopted.url).toBe(url);
  await query(adopted.url, (sql) => sql`insert into kept values (2)`);

  const pidFile = join(adopted.home, "data", "postmaster.pid");
  process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGKILL");
  const again = await startEmbedded({ dataDir });
  expect(await countKeptRows(again.url)).toBe(2);
  await again.stop();
});

test("two processes share one database, and the first to stop does not stop it for the other", async () => {
  const [own, other] = await Promise.all([startEmbedded({ dataDir }), startInProcess()]);
  expect(other.url).toBe(own.url);
  await own.stop();
  await query(other.url, async (sql) => expect(await sql`select 1`).toHaveLength(1));
});

test("text is UTF-8 in a deterministic order, a commit is flushed to disk, and the password is asked for, also on this machine", async () => {
  const own = await startEmbedded({ dataDir });
  const [row] = await query(
    own.url,
    (sql) => sql`
      select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
        datlocprovider as provider, datlocale as locale
      from pg_database where datname = current_database()`,
  );
  expect(row).toEqual({ encoding: "UTF8", fsync: "on", provider: "b", locale: "C.UTF-8" });

  const url = new URL(own.url);
  url.password = "guess";
  await expect(query(url.href, (sql) => sql`select 1`)).rejects.toMatchObject({ code: "28P01" });
  await own.stop();
});
