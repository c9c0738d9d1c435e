import type { Email } from "postal-mime";
import postgres from "postgres";
import { z } from "zod";
import { type ReceivedMail, startSmtpServer } from "@/lib/testing/smtp-server";
import { startServer } from "../support/instance";
import { makeInstance } from "../support/own-instance";
import { expect } from "../support/test";

const PostgresStateSchema = z.object({ port: z.number(), password: z.string() });

/** Starts a mail server on loopback and collects its mail. */
async function openMailbox() {
  const inbox: ReceivedMail[] = [];
  const { url, stop } = await startSmtpServer({ inbox });

  /** Waits for a mail to this address whose subject matches. */
  const mailTo = async (to: string, subject: RegExp): Promise<Email> => {
    const find = () =>
      inbox.findLast(({ to: all, mail }) => all.includes(to) && subject.test(mail.subject ?? ""));
    await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true);
    return find()?.mail as Email;
  };
  return { smtpUrl: url, mailTo, close: stop, inbox };
}

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
  const { port, password } = PostgresStateSchema.parse(instance.read("postgres.json"));
  const database = { host: "127.0.0.1", port, user: "scrip", database: "scrip", password };
  const sql = postgres({ ...database, max: 1, onnotice: () => {} });
  // The demo key is a test key, whose cards no customer gets.
  const wanted = ["--merchant", "juniper-street-books", "--name", "Till"];
  const { key } = instance.scrip("key", "create", ...wanted);
  const demo = { ...instance.demo(), apiKey: key };
  const stop = async () => {
    await sql.end();
    await server.stop();
    await mailbox.close();
    await instance.remove();
  };
  const { inbox } = mailbox;
  return { url, sql, mailTo, sendMails, inbox, till, scrip, demo, stop };
}

export type OwnInstance = Awaited<ReturnType<typeof startOwnInstance>>;

/** The link with a token in a mail's text. */
export const linkIn = ({ text }: Email): string => /https?:\/\/\S+#\S+/.exec(text ?? "")?.[0] ?? "";
