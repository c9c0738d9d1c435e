import { createTransport } from "nodemailer";
import { env } from "../env";
import { log, safeError } from "../log";
import { claimDue, finish, type Job, mailPause, putBack } from "./jobs";
import { renderMail } from "./render-mail";

// A run begins no further mail after this time, so that none is cut off where a run may last 60 s.
const MAX_RUN_MS = 35_000;
const SMTP_TIMEOUT_MS = 15_000;

/**
 * Sends the mail that is due; without an SMTP_URL it stays in the outbox, to be read at /dev/mail.
 * A mail is sent again when the process dies between sending it and noting so.
 */
export async function sendMails(): Promise<{ sent: number; failed: number }> {
  const { smtpUrl } = env();
  const counts = { sent: 0, failed: 0 };
  if (!smtpUrl) return counts;
  const transport = openTransport(smtpUrl);
  try {
    const deadlineMs = performance.now() + MAX_RUN_MS;
    while (performance.now() < deadlineMs) {
      // One at a time: the lease of a mail that waits behind slow ones would end before its turn.
      const [job] = await claimDue(1);
      if (!job) break;
      counts[(await send(transport, job)) ? "sent" : "failed"]++;
    }
  } finally {
    transport.close();
  }
  return counts;
}

/** An SMTP server that hangs must not hold the mails behind it. */
function openTransport(smtpUrl: string) {
  const url = new URL(smtpUrl);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"]) {
    url.searchParams.set(name, String(SMTP_TIMEOUT_MS));
  }
  return createTransport(url.href);
}

async function send(transport: ReturnType<typeof openTransport>, job: Job): Promise<boolean> {
  try {
    const { to, subject, text, html } = await renderMail(job.payload);
    // The id of its own keeps a mail that is sent twice from looking like two.
    const messageId = `<${job.id}@${new URL(env().appUrl).hostname}>`;
    await transport.sendMail({ from: env().mailFrom, to, subject, text, html, messageId });
  } catch (error) {
    log().warn({ mailId: job.id, error: safeError(error) }, "a mail was not sent");
    await putBack(job, mailPause(job));
    return false;
  }
  await finish(job);
  return true;
}
