import { type Receiver, startReceiver } from "../support/receiver";
import { test as base } from "../support/test";

type Hook = { id: string; secret: string };

type Fixtures = {
  /** Receivers of this test's own, closed with it. */
  receiver: (answer?: Parameters<typeof startReceiver>[0]) => Promise<Receiver>;
  /** Registers a webhook of the test's store, of the given events. */
  subscribe: (url: string, events?: string[]) => Promise<Hook>;
  /** Calls a cron route as the host would. */
  cron: (job: string) => Promise<Record<string, unknown>>;
  /** Moves the clock of a webhook's waiting deliveries: what waits for a retry is due now. */
  makeDue: (webhookId: string) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  receiver: async ({ browserName: _any }, use) => {
    const open: Receiver[] = [];
    await use(async (answer) => {
      const receiver = await startReceiver(answer);
      open.push(receiver);
      return receiver;
    });
    for (const receiver of open) await receiver.stop();
  },

  subscribe: async ({ apiB }, use) =>
    use(async (url, events = ["card.debited"]) => {
      const { status, body, text } = await apiB.post("/webhooks", { url, events });
      if (status !== 201) throw new Error(`The webhook was not registered: ${text}`);
      return { id: toUuid(body.id), secret: body.secret };
    }),

  cron: async ({ browserName: _any }, use) =>
    use(async (job) => {
      const url = `http://localhost:${process.env.PORT}/api/cron/${job}`;
      const headers = { Authorization: `Bearer ${process.env.CRON_SECRET}` };
      return (await fetch(url, { method: "POST", headers })).json();
    }),

  makeDue: async ({ sql }, use) =>
    use(async (webhookId) => {
      await sql`update webhook_deliveries set next_attempt_at = now()
        where webhook_id = ${webhookId} and status = 'pending' and leased_until is null`;
    }),
});

/** The uuid in Shape B's id of a webhook. */
export const toUuid = (idB: string): string =>
  idB.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

export { expect } from "@playwright/test";
