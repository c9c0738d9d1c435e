import { setTimeout as sleep } from "node:timers/promises";
import { type ReceivedMail, startSmtpServer } from "@/lib/testing/smtp-server";
import type { Mailbox } from "./parts";

const LOOK_EVERY_MS = 50;
const DEFAULT_TIMEOUT_MS = 30_000;
/** Mail that nobody waits for is dropped, the oldest first. */
const MAX_MAILS = 2_000;

/** Starts an SMTP server with an inbox. */
export async function startMail(): Promise<Mailbox & { port: number; stop: () => Promise<void> }> {
  const inbox: ReceivedMail[] = [];
  const { port, stop } = await startSmtpServer({ inbox });

  /** Takes the newest match, and drops older ones, which a later wait must not get. */
  const take = (to: string, subject: RegExp) => {
    const isMatch = ({ to: all, mail }: ReceivedMail) =>
      all.includes(to) && subject.test(mail.subject ?? "");
    const matches = inbox.filter(isMatch);
    if (matches.length === 0 && inbox.length <= MAX_MAILS) return undefined;
    const kept = inbox.filter((one) => !isMatch(one)).slice(-MAX_MAILS);
    inbox.splice(0, inbox.length, ...kept);
    return matches.at(-1)?.mail;
  };
  return {
    port,
    stop,
    waitForMail: async (to, subject, timeoutMs = DEFAULT_TIMEOUT_MS) => {
      const deadlineMs = performance.now() + timeoutMs;
      for (;;) {
        const mail = take(to, subject);
        if (mail) return mail;
        if (performance.now() > deadlineMs) throw new Error(`No mail to ${to}: ${subject}`);
        await sleep(LOOK_EVERY_MS);
      }
    },
  };
}
