import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import { env } from "@/lib/base/config/env";
import { log } from "@/lib/base/observe/log";
import { createBucketWorker } from "@/lib/db/client/bucket-worker";
import { db } from "@/lib/db/client/client";
import { audit } from "@/lib/domain/audit/audit";
import { claimMails, finish, type Job, mailPause, postpone, putBack } from "./jobs";
import { localeOfMail } from "./mail-locale";
import { senderHeaders, sendersOf } from "./mail-sender";
import { textOf } from "./mail-text";
import { checkBeforeSending } from "./store-mail";
import { mailContentOf } from "./templates";

const SMTP_TIMEOUT_MS = 15_000;
/** How long a connection is kept without an email. */
const IDLE_MS = 1_000;

/** Sends due emails, at least once. Without SMTP_URL they stay in the outbox, readable at /dev/mail. */
export const mailWorker = createBucketWorker({
  name: "mail",
  outcomes: ["sent", "failed", "suppressed"],
  // Some mail servers accept only a few connections at once.
  limits: { atOnce: 1, runMs: SMTP_TIMEOUT_MS },
  claim: async (slots) => (env().smtpUrl ? await claimMails(slots) : []),
  run: send,
});

async function send(job: Job): Promise<{ outcome?: "sent" | "failed" | "suppressed" }> {
  const connection = connectionTo(env().smtpUrl ?? "");
  try {
    const permission = await checkBeforeSending(job);
    if (permission === "never") {
      await finish(job, "suppressed");
      return { outcome: "suppressed" };
    }
    if (permission !== "send") {
      await postpone(job, permission.pauseMs);
      return {};
    }
    const mail = await renderMail(job);
    // The same id on every attempt, so that email clients recognize a duplicate.
    const messageId = `<${job.id}@${new URL(env().appUrl).hostname}>`;
    await sendBy(connection, { ...mail, messageId });
  } catch (error) {
    log().warn({ mailId: job.id, error: codesOf(error) }, "an email wasn't sent");
    await giveUpOrPutBack(job);
    return { outcome: "failed" };
  } finally {
    closeSoon();
  }
  await finish(job);
  return { outcome: "sent" };
}

/** Makes a failed email due again. The last failure is in the store's audit log. */
async function giveUpOrPutBack(job: Job): Promise<void> {
  const { id, merchantId, payload } = job;
  const pause = mailPause(job);
  await putBack(job, pause);
  if (!pause.givesUp || !merchantId) return;
  await audit(
    db(),
    { merchantId, actor: "system", requestId: null },
    {
      action: "mail.failed",
      subjectId: id,
      details: { email: payload.to, template: payload.template },
    },
  );
}

/** The parts of a failure that are safe to log. A mail server's message can quote the recipient. */
function codesOf(error: unknown) {
  const { name, code, responseCode } = Object(error);
  return { type: name, code, responseCode };
}

type Connected = {
  smtpUrl: string;
  transport: Transporter;
  closing: NodeJS.Timeout | undefined;
};
let connected: Connected | undefined;

/** The connection to the mail server. It is kept between emails that follow each other, and closed after a moment without. */
function connectionTo(smtpUrl: string): Connected & { isKept: boolean } {
  const isKept = connected?.smtpUrl === smtpUrl;
  if (!isKept) close(connected);
  if (!connected) connected = { smtpUrl, transport: openTransport(smtpUrl), closing: undefined };
  clearTimeout(connected.closing);
  return { ...connected, isKept };
}

/** Sends an email, by a new connection if the server ended a kept one: some take only a few emails by each. */
async function sendBy(
  { transport, isKept, smtpUrl }: ReturnType<typeof connectionTo>,
  mail: SendMailOptions,
): Promise<void> {
  try {
    await transport.sendMail(mail);
  } catch (error) {
    if (!isKept || !isEnd(error)) throw error;
    close(connected);
    await connectionTo(smtpUrl).transport.sendMail(mail);
  }
}

/** Whether an error says that the server ends the connection, or has: 421, or without a word. */
function isEnd(error: unknown): boolean {
  const { code, responseCode } = codesOf(error);
  return responseCode === 421 || code === "ECONNECTION";
}

/** Closes the connection unless another email follows soon. */
function closeSoon(): void {
  clearTimeout(connected?.closing);
  if (connected) connected.closing = setTimeout(close, IDLE_MS, connected).unref();
}

function close(connection: Connected | undefined): void {
  connection?.transport.close();
  if (connected === connection) connected = undefined;
}

/** Sets timeouts, so that a hanging mail server doesn't delay the other emails. */
function openTransport(smtpUrl: string): Transporter {
  const url = new URL(smtpUrl);
  url.searchParams.set("pool", "true");
  url.searchParams.set("maxConnections", "1");
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"]) {
    url.searchParams.set(name, String(SMTP_TIMEOUT_MS));
  }
  return createTransport(url.href);
}

/** Renders an email of the outbox. Throws for an unknown template. */
export async function renderMail(mail: { id: string; payload: unknown }) {
  const locale = await localeOfMail(mail.payload);
  const [sender] = await sendersOf([mail.payload]);
  const { to, words } = mailContentOf({ ...mail, locale, sender });
  // Loaded on first use, because it is larger than the rest of the server.
  const { htmlOf } = await import("./mail-html");
  const { subject, unsubscribe } = words;
  const headers = unsubscribe?.headers ?? {};
  const html = await htmlOf(words);
  return { ...senderHeaders(sender), to, subject, text: textOf(words), html, headers };
}
