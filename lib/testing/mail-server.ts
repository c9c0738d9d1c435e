import { afterAll, beforeAll } from "vitest";
import { configure } from "./configure";
import { type ReceivedMail, startSmtpServer } from "./smtp-server";

/**
 * An SMTP server for a test file, where this process sends its mail. `refuse` returns the error that the
 * server answers with, or null to take the mail.
 */
export function useMailServer() {
  const received = {
    inbox: [] as ReceivedMail[],
    refuse: null as (() => Error | null) | null,
    perConnection: null as number | null,
    /** Connections so far. */
    connections: () => server?.connections() ?? 0,
    openConnections: () => server?.openConnections() ?? 0,
  };
  let server: Awaited<ReturnType<typeof startSmtpServer>> | undefined;
  beforeAll(async () => {
    server = await startSmtpServer(received);
    configure({ SMTP_URL: server.url, MAIL_FROM: "Scrip <mail@scrip.example.com>" });
  });
  afterAll(() => server?.stop());
  return received;
}
