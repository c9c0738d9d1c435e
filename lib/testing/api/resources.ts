import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type ApiClient, makeActiveCard, makeCard } from "@/e2e/support/client";
import { batchWorker } from "@/lib/domain/batches/work";
import { formatCode } from "@/lib/domain/cards/code";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { makeCard as makeStoredCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { ABSENT_ID, callOf, type ResourceIds, UNREACHABLE_URL } from "./calls";
import type { Operation } from "./operations";

type Body = Answer["body"];

const POLL_EVERY_MS = 20;

/** A valid endpoint, for tests that send nothing to it. */
export const RECEIVER_URL = "https://receiver.example.com/hook";

/** Converts a webhook's Shape B id to its uuid. */
export const toUuid = (idB: string): string =>
  idB.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** Registers a webhook with a client in Shape B. Returns its id as in Shape A, and its secret. */
export async function subscribe(
  tillB: ApiClient,
  url: string,
  events = ["card.debited"],
): Promise<{ id: string; secret: string }> {
  const { status, body, text } = await tillB.post("/webhooks", { url, events });
  if (status !== 201) throw new Error(`The webhook was not registered: ${text}`);
  return { id: toUuid(body.id), secret: body.secret };
}

/** A snapshot of a store's data, to check that a refused or foreign request changes nothing. */
export async function storeSnapshot(till: ApiClient): Promise<string[]> {
  const lists = ["/cards", "/transactions", "/webhooks"].map((path) => till.get(path));
  return (await Promise.all(lists)).map(({ text }) => text);
}

/** Runs due jobs until the batch is ready. A server under test may be at work on it, too. */
export async function waitForBatch(till: ApiClient, batchId: string): Promise<void> {
  for (;;) {
    await batchWorker.runDue();
    const { body } = await till.get(`/batches/${batchId}`, { "Scrip-Shape": "A" });
    if (body.status === "ready") return;
    await sleep(POLL_EVERY_MS);
  }
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
async function openPartner(card: Body): Promise<ResourceIds> {
  const partner = await createStore();
  await agreeOnTransfers(card.merchantId, partner.id);
  const { code } = await makeStoredCard(partner.ctx, { amountCents: 100 });
  return { ...card, toCode: formatCode(code) };
}

/** Creates the resource that an operation needs, or returns a placeholder if it needs none. */
export async function resourceFor(operation: Operation, till: ApiClient): Promise<ResourceIds> {
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
  const between = await openPartner(card);
  if (on === "two stores") return between;
  const order = { fromCardUuid: card.uuid, toCode: between.toCode, amountCents: 100 };
  const { transfer } = (await till.post("/transfers", order)).body;
  return { ...between, transferId: transfer.id };
}
