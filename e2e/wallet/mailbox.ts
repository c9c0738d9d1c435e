import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect } from "../support/test";

type Received = { to: string[]; mail: Email };

/** Starts a mail server on loopback and collects its mail. */
export async function openMailbox() {
  const inbox: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  /** Waits for a mail to this address whose subject matches. */
  const mailTo = async (to: string, subject: RegExp): Promise<Email> => {
    const find = () =>
      inbox.findLast(({ to: all, mail }) => all.includes(to) && subject.test(mail.subject ?? ""));
    await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true);
    return find()?.mail as Email;
  };
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { smtpUrl: `smtp://127.0.0.1:${port}`, mailTo, close, inbox };
}

/** The link with a token in a mail's text. */
export const linkIn = ({ text }: Email): string => /https?:\/\/\S+#\S+/.exec(text ?? "")?.[0] ?? "";
