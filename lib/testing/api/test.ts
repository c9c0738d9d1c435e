import { test as base } from "vitest";
import { type Answer, type ApiClient, makeActiveCard, makeCard } from "@/e2e/support/client";
import { pg } from "@/lib/db/client/client";
import { configure } from "@/lib/testing/configure";
import { callsOver, type ResourceIds } from "./calls";
import type { Operation } from "./operations";
import { resourceFor, subscribe } from "./resources";
import { send } from "./send";
import type { Shape } from "./shapes";
import { callerOf, type KeyOptions, makeKey, openStore } from "./store";

export type Key = { id: string; secret: string; till: ApiClient };

type Body = Answer["body"];

export const { perform, sendRaw } = callsOver(send);

type Database = ReturnType<typeof pg>;

type Fixtures = {
  /** The configuration of these tests. */
  configured: undefined;
  /** The test's own store, with a key without limits for each shape. */
  merchant: Awaited<ReturnType<typeof openStore>>;
  /** API client of that store, in Shape A. */
  api: ApiClient;
  /** API client of the same store, in Shape B. */
  apiB: ApiClient;
  /** The database, for assertions. */
  sql: Database;
  /** Creates and activates a card in that store. Returns it in Shape A. */
  activeCard: (card: { amountCents: number; currency?: string }) => Promise<Body>;
  /** API clients of the test's store, by shape. */
  tills: Record<Shape, ApiClient>;
  /** Creates an inactive card in the test's store. Returns it in Shape A. */
  newCard: (fields?: object) => Promise<Body>;
  /** Creates the resource that an operation needs, or returns a placeholder if it needs none. */
  cardFor: (operation: Operation, till?: ApiClient) => Promise<ResourceIds>;
  /** Registers a webhook of the test's store. Returns its id as in Shape A, and its secret. */
  subscribe: (url: string, events?: string[]) => ReturnType<typeof subscribe>;
  /** Creates another key for the test's store. */
  makeKey: (options?: KeyOptions) => Promise<Key>;
  balanceOf: (uuid: string) => Promise<number>;
};

export const test = base.extend<Fixtures>({
  configured: [
    async ({ task: _any }, use) => {
      // Responses are checked by their schemas, and webhooks may name loopback.
      configure({ SCRIP_CHECK_REPLIES: "1", WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" });
      await use(undefined);
    },
    { auto: true },
  ],
  merchant: async ({ task: _any }, use) => use(await openStore()),
  api: async ({ merchant }, use) => use(merchant.tills.A),
  apiB: async ({ merchant }, use) => use(merchant.tills.B),
  sql: async ({ task: _any }: object & { task?: unknown }, use: (sql: Database) => Promise<void>) =>
    use(pg()),
  activeCard: async ({ api }, use) => use((card) => makeActiveCard(api, card)),
  tills: async ({ api, apiB }, use) => use({ A: api, B: apiB }),
  newCard: async ({ api }, use) => use((fields) => makeCard(api, fields)),

  cardFor: async ({ api }, use) => use((operation, till = api) => resourceFor(operation, till)),

  subscribe: async ({ apiB }, use) => use((url, events) => subscribe(apiB, url, events)),

  makeKey: async ({ merchant }, use) =>
    use(async (options) => {
      const key = await makeKey(merchant.merchantId, options);
      return { ...key, till: callerOf(key.secret) };
    }),

  balanceOf: async ({ api }, use) =>
    use(async (uuid) => (await api.get(`/cards/${uuid}/balance`)).body.balanceCents),
});
