import { expect } from "@playwright/test";
import { expectStatus } from "@/lib/testing/api/expectations";
import { subscribe } from "@/lib/testing/api/resources";
import { baseUrl } from "../support/client";
import { type Receiver, startReceiver } from "../support/receiver";
import { test as base } from "../support/test";

type Hook = { id: string; secret: string };

const callCron = (job: string, signal?: AbortSignal) =>
  fetch(`${baseUrl()}/api/cron/${job}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${process.env.CRON_SECRET}` },
    signal: signal ?? null,
  });

type Fixtures = {
  /** Starts a receiver that is stopped after the test. */
  receiver: (answer?: Parameters<typeof startReceiver>[0]) => Promise<Receiver>;
  /** Registers a webhook of the test's store for the given events. */
  subscribe: (url: string, events?: string[]) => Promise<Hook>;
  /** Starts a receiver, and creates a webhook for debits to it and a card to debit. */
  connect: (
    answer?: Parameters<typeof startReceiver>[0],
  ) => Promise<Receiver & Hook & { uuid: string }>;
  /** Debits one of the store's cards by each amount in turn. */
  debit: (uuid: string, ...amountsCents: number[]) => Promise<void>;
  /** Resolves when this number of the webhook's deliveries have one recorded attempt. */
  attemptedOnce: (webhookId: string, deliveries?: number) => Promise<void>;
  /** Calls a cron route. */
  cron: (job: string) => Promise<Record<string, unknown>>;
  /** Makes a webhook's pending deliveries due now. */
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

  subscribe: async ({ apiB }, use) => use((url, events) => subscribe(apiB, url, events)),

  connect: async ({ receiver, subscribe, activeCard }, use) =>
    use(async (answer) => {
      const listening = await receiver(answer);
      const hook = await subscribe(listening.url);
      const { uuid } = await activeCard({ amountCents: 1_000 });
      return { ...listening, ...hook, uuid };
    }),

  debit: async ({ api }, use) =>
    use(async (uuid, ...amountsCents) => {
      for (const amountCents of amountsCents) {
        expectStatus(await api.post(`/cards/${uuid}/debit`, { amountCents }), 200);
      }
    }),

  attemptedOnce: async ({ sql }, use) =>
    use(async (webhookId, deliveries = 1) => {
      const attempted = () => sql`select from webhook_deliveries
        where webhook_id = ${webhookId} and attempts = 1 and leased_until is null`;
      await expect.poll(async () => (await attempted()).length).toBe(deliveries);
    }),

  cron: async ({ browserName: _any }, use) => use(async (job) => (await callCron(job)).json()),

  makeDue: async ({ sql }, use) => {
    // Not awaited: a run lasts as long as the slowest attempt of any test.
    const runs = new AbortController();
    await use(async (webhookId) => {
      await sql`update webhook_deliveries set next_attempt_at = now()
        where webhook_id = ${webhookId} and status = 'pending' and leased_until is null`;
      callCron("webhooks", runs.signal).catch(() => {});
    });
    runs.abort();
  },
});

export { expect } from "@playwright/test";
