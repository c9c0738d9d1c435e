import { expect } from "@playwright/test";
import type { Sql } from "postgres";
import { batchWorker } from "@/lib/batches/work";
import { agreeOnTransfers } from "../../support/agreements";
import {
  type Answer,
  type ApiClient,
  apiClient,
  makeActiveCard,
  makeCard,
} from "../../support/client";
import { type KeyOptions, makeKey, openStore } from "../../support/store";
import { test as base } from "../../support/test";
import { ABSENT_ID, callOf, type ResourceIds, UNREACHABLE_URL } from "./calls";
import type { Operation } from "./operations";
import type { Shape } from "./shapes";

export type Key = { id: string; secret: string; till: ApiClient };

type Body = Answer["body"];

type Fixtures = {
  /** API clients of the test's store, by shape. */
  tills: Record<Shape, ApiClient>;
  /** Creates an inactive card in the test's store. Returns it in Shape A. */
  newCard: (fields?: object) => Promise<Body>;
  /** Creates the resource that an operation needs, or returns a placeholder if it needs none. */
  cardFor: (operation: Operation, till?: ApiClient) => Promise<ResourceIds>;
  /** Creates another key for the test's store. */
  makeKey: (options?: KeyOptions) => Promise<Key>;
  balanceOf: (uuid: string) => Promise<number>;
};

/** A snapshot of a store's data, to check that a refused or foreign request changes nothing. */
export async function storeSnapshot(till: ApiClient): Promise<string[]> {
  const lists = ["/cards", "/transactions", "/webhooks"].map((path) => till.get(path));
  return (await Promise.all(lists)).map(({ text }) => text);
}

/** Runs due jobs until the batch is ready. */
export async function waitForBatch(till: ApiClient, batchId: string): Promise<void> {
  const read = async () => {
    await batchWorker.runDue();
    return (await till.get(`/batches/${batchId}`, { "Scrip-Shape": "A" })).body.status;
  };
  await expect.poll(read).toBe("ready");
}

const NO_CARD: ResourceIds = { uuid: ABSENT_ID, code: "no card" };

/** Creates a webhook, and optionally a delivery that is waiting for its retry. */
async function makeWebhook(till: ApiClient, withDelivery: boolean): Promise<ResourceIds> {
  const wanted = { url: UNREACHABLE_URL, events: ["card.activated"] };
  const webhook = (await till.post("/webhooks", wanted, { "Scrip-Shape": "A" })).body;
  if (!withDelivery) return { ...NO_CARD, webhookId: webhook.id };
  await makeActiveCard(till);
  const { deliveries } = (await till.get(`/webhooks/${webhook.id}/deliveries`)).body;
  return { ...NO_CARD, webhookId: webhook.id, deliveryId: deliveries[0].id };
}

/** Creates a consumer's wallet with store credit. */
async function makeWallet(till: ApiClient): Promise<ResourceIds> {
  const credit = { email: "ada@example.com", amountCents: 100, currency: "USD" };
  const { walletId } = (await till.post("/store-credit", credit, { "Scrip-Shape": "B" })).body;
  return { ...NO_CARD, walletId };
}

/** Creates a batch of two cards and waits until they exist. */
export async function makeBatch(till: ApiClient): Promise<ResourceIds> {
  const wanted = { name: "Spring", quantity: 2, currency: "USD", cardType: "physical" };
  const { id } = (await till.post("/batches", wanted)).body;
  await waitForBatch(till, id);
  return { ...NO_CARD, batchId: id };
}

/** Tops up a card, in a request with an Idempotency-Key. */
async function topUp(till: ApiClient, card: Body): Promise<ResourceIds> {
  const key = crypto.randomUUID();
  const headers = { "Idempotency-Key": key };
  const { body } = await till.post(`/cards/${card.uuid}/credit`, { amountCents: 100 }, headers);
  return { ...card, transactionId: body.transaction.id, key };
}

/** Agrees on transfers between this card's store and a new one. Adds the code of a card at the new store. */
async function openPartner(sql: Sql, card: Body): Promise<ResourceIds> {
  const partner = await openStore();
  await agreeOnTransfers(sql, card.merchantId, partner.merchantId);
  const { code } = await makeActiveCard(partner.tills.A, { amountCents: 100 });
  return { ...card, toCode: code };
}

export const test = base.extend<Fixtures>({
  tills: async ({ api, apiB }, use) => use({ A: api, B: apiB }),
  newCard: async ({ api }, use) => use((fields) => makeCard(api, fields)),

  cardFor: async ({ api, sql }, use) =>
    use(async (operation, till = api) => {
      const { on } = callOf(operation);
      if (on === "nothing") return NO_CARD;
      if (on === "batch") return makeBatch(till);
      if (on === "webhook" || on === "delivery") return makeWebhook(till, on === "delivery");
      if (on === "wallet") return makeWallet(till);
      if (on === "inactive") return await makeCard(till);
      const card = await makeActiveCard(till);
      if (on === "active") return card;
      if (on === "transaction") return await topUp(till, card);
      if (on === "hold") {
        const { id } = (await till.post(`/cards/${card.uuid}/holds`, { amountCents: 100 })).body;
        return { ...card, holdId: id };
      }
      const between = await openPartner(sql, card);
      if (on === "two stores") return between;
      const order = { fromCardUuid: card.uuid, toCode: between.toCode, amountCents: 100 };
      const { transfer } = (await till.post("/transfers", order)).body;
      return { ...between, transferId: transfer.id };
    }),

  makeKey: async ({ merchant }, use) =>
    use(async (options) => {
      const key = await makeKey(merchant.merchantId, options);
      return { ...key, till: apiClient(key.secret) };
    }),

  balanceOf: async ({ api }, use) =>
    use(async (uuid) => (await api.get(`/cards/${uuid}/balance`)).body.balanceCents),
});
