import { createTransport } from "nodemailer";
import { env } from "../env";
import { log, safeError } from "../log";
import { createWorker } from "../worker";
import { claimMails, finish, type Job, mailPause, putBack } from "./jobs";
import { renderMail } from "./render-mail";

const SMTP_TIMEOUT_MS = 15_000;

/**
 * Sends the mail that is due. Without SMTP_URL it stays in the outbox, to be read at /dev/mail. A mail is
 * sent again when the process dies before it noted that it was sent.
 */
export const mailWorker = createWorker({
  name: "mail",
  outcomes: ["sent", "failed"],
  // A mail server may accept few connections at once.
  limits: { atOnce: 1, runMs: SMTP_TIMEOUT_MS },
  claim: async (slots) => (env().smtpUrl ? await claimMails(slots) : []),
  run: send,
});

async function send(job: Job): Promise<{ outcome: "sent" | "failed" }> {
  const transport = openTransport(env().smtpUrl ?? "");
  try {
    const { to, subject, text, html } = await renderMail(job.payload);
    // The same id on every attempt: two copies look like one mail.
    const messageId = `<${job.id}@${new URL(env().appUrl).hostname}>`;
    await transport.sendMail({ from: env().mailFrom, to, subject, text, html, messageId });
  } catch (error) {
    log().warn({ mailId: job.id, error: safeError(error) }, "a mail was not sent");
    await putBack(job, mailPause(job));
    return { outcome: "failed" };
  } finally {
    transport.close();
  }
  await finish(job);
  return { outcome: "sent" };
}

/** With timeouts, so that a mail server that hangs does not delay the other mails. */
function openTransport(smtpUrl: string) {
  const url = new URL(smtpUrl);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"]) {
    url.searchParams.set(name, String(SMTP_TIMEOUT_MS));
  }
  return createTransport(url.href);
}
