import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { to: string[]; from: string; mail: Email };

type Mailbox = {
  inbox: ReceivedMail[];
  /** Returns the error that the server answers with, or null to take the mail. */
  refuse?: (() => Error | null) | null;
  /** How many emails it takes by each connection, before it ends that; null for any number. */
  perConnection?: number | null;
};

const tooManyEmails = () =>
  Object.assign(new Error("try another connection"), { responseCode: 421 });

/** Starts an SMTP server on loopback that adds what it receives to the inbox. */
export async function startSmtpServer(mailbox: Mailbox) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom: (_address, { transaction }, done) =>
      done(transaction > (mailbox.perConnection ?? Infinity) ? tooManyEmails() : null),
    onRcptTo: (_address, _session, done) => done(mailbox.refuse?.()),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const { mailFrom, rcptTo } = session.envelope;
        mailbox.inbox.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom === false ? "" : mailFrom.address,
          mail: await PostalMime.parse(Buffer.concat(chunks)),
        });
        done();
      });
    },
  });
  server.on("error", () => {});
  let connections = 0;
  server.server.on("connection", () => connections++);
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", () => settle()));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** Connections so far. */
    connections: () => connections,
    openConnections: () => server.connections.size,
    stop: () => new Promise<void>((settle) => server.close(settle)),
  };
}
