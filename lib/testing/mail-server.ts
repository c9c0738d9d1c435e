import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll } from "vitest";
import { configure } from "./configure";

/**
 * An SMTP server for a test file, where this process sends its mail. `refuse` returns the error that the
 * server answers with, or null to take the mail.
 */
export function useMailServer() {
  const received = {
    inbox: [] as { to: string[]; from: string; mail: Email }[],
    refuse: null as (() => Error | null) | null,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: (_address, _session, done) => done(received.refuse?.()),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.inbox.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom === false ? "" : mailFrom.address,
          mail: await PostalMime.parse(Buffer.concat(chunks)),
        });
        done();
      });
    },
  });
  server.on("error", () => {});

  beforeAll(async () => {
    await new Promise<void>((settle) => server.listen(0, "127.0.0.1", () => settle()));
    const address = server.server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    configure({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Scrip <mail@scrip.example.com>",
    });
  });
  afterAll(() => new Promise<void>((settle) => server.close(settle)));
  return received;
}
