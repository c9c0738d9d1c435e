import postgres from "postgres";
import { z } from "zod";
import { startServer } from "../support/instance";
import { makeInstance } from "../support/own-instance";
import { openMailbox } from "./mailbox";

const Postgres = z.object({ port: z.number(), password: z.string() });

/** Starts a server with its demo store that sends its mail to a mailbox on loopback. */
export async function startOwnInstance() {
  const instance = await makeInstance();
  const { url, variables, till, scrip } = instance;
  const mailbox = await openMailbox();
  const server = await startServer({ ...variables, SMTP_URL: mailbox.smtpUrl });
  // Send mail now instead of on the job's next run.
  const sendMails = () =>
    fetch(`${url}/api/cron/outbox`, {
      headers: { Authorization: `Bearer ${process.env.CRON_SECRET}` },
    });
  const mailTo = async (to: string, subject: RegExp) => {
    await sendMails();
    return await mailbox.mailTo(to, subject);
  };
  const { port, password } = Postgres.parse(instance.read("postgres.json"));
  const database = { host: "127.0.0.1", port, user: "scrip", database: "scrip", password };
  const sql = postgres({ ...database, max: 1, onnotice: () => {} });
  const stop = async () => {
    await sql.end();
    await server.stop();
    await mailbox.close();
    await instance.remove();
  };
  const { inbox } = mailbox;
  return { url, sql, mailTo, sendMails, inbox, till, scrip, demo: instance.demo(), stop };
}

export type OwnInstance = Awaited<ReturnType<typeof startOwnInstance>>;
