import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { z } from "zod";
import { startEmbedded } from "@/lib/db/embedded";
import { freePort } from "@/lib/db/free-port";
import { makeDataDir } from "@/lib/testing/data-dir";
import { startServer } from "../support/instance";
import { openMailbox } from "./mailbox";

const Postgres = z.object({ port: z.number(), password: z.string() });
const Demo = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** A server of the test's own with its demo store, that sends its mail to a mailbox on loopback. */
export async function startOwnInstance() {
  const dataDir = makeDataDir();
  const port = await freePort();
  const mailbox = await openMailbox();
  const own = { SCRIP_DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: "" };
  const server = await startServer({ ...own, SMTP_URL: mailbox.smtpUrl });
  const url = `http://localhost:${port}`;

  /** A till of the store with this key. */
  const till = (key: string) => async (method: "GET" | "POST", path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const scrip = (...words: string[]) => {
    const env = { ...process.env, ...own };
    return JSON.parse(
      execFileSync(process.execPath, [".build/scrip.mjs", ...words], { env }).toString(),
    );
  };
  // At once, and not when its turn comes.
  const sendMails = () =>
    fetch(`${url}/api/cron/outbox`, {
      headers: { Authorization: `Bearer ${process.env.CRON_SECRET}` },
    });
  const mailTo = async (to: string, subject: RegExp) => {
    await sendMails();
    return await mailbox.mailTo(to, subject);
  };
  const { port: at, password } = Postgres.parse(
    JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")),
  );
  const database = { host: "127.0.0.1", port: at, user: "scrip", database: "scrip", password };
  const sql = postgres({ ...database, max: 1, onnotice: () => {} });
  return {
    url,
    sql,
    mailTo,
    sendMails,
    inbox: mailbox.inbox,
    till,
    scrip,
    demo: Demo.parse(JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"))),
    stop: async () => {
      await sql.end();
      await server.stop();
      await mailbox.close();
      const { home, stop } = await startEmbedded({ dataDir });
      await stop();
      for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type OwnInstance = Awaited<ReturnType<typeof startOwnInstance>>;
