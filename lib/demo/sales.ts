import { pg } from "@/lib/db/client/client";
import { type BatchWithCards, createBatch, readBatch } from "@/lib/domain/batches/batch";
import { checkFile } from "@/lib/domain/batches/import/check";
import { startImport } from "@/lib/domain/batches/import/start";
import { batchWorker } from "@/lib/domain/batches/work";
import { activate } from "@/lib/domain/cards/activate";
import { create } from "@/lib/domain/cards/create";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { freeze } from "@/lib/domain/cards/freeze";
import { replace } from "@/lib/domain/cards/replace";
import { spend } from "@/lib/domain/cards/spend";
import { CUSTOMERS } from "./customers";
import { type CardPlan, DAY_MS, dayOf, HISTORY_DAYS, HOUR_MS, planCards, type Step } from "./plan";
import type { DemoStore } from "./store";
import { play, type Story } from "./timeline";

const BATCHES = [
  { name: "Spring cards", quantity: 160, currency: "USD", daysAgo: HISTORY_DAYS },
  { name: "Euro cards", quantity: 60, currency: "EUR", daysAgo: HISTORY_DAYS - 10 },
  { name: "Holiday cards", quantity: 200, currency: "USD", daysAgo: 380 },
] as const;

/** A batch's inactive cards, the next one to sell last. */
type Stock = { atMs: number; currency: string; cardIds: string[] };

/** Orders the batches and imports cards. Returns the cards to sell, the latest batch first. */
export async function orderStock(store: DemoStore, nowMs: number): Promise<Stock[]> {
  const stock: Stock[] = [];
  await play([
    [
      ...BATCHES.map(({ daysAgo, ...batch }) => {
        const atMs = morningOf(nowMs, daysAgo);
        return { atMs, run: async () => stock.unshift(await orderBatch(store, batch, atMs)) };
      }),
      { atMs: morningOf(nowMs, 300), run: () => importCards(store) },
    ],
  ]);
  return stock;
}

/** The lives of the cards sold in the last 14 months. */
export const saleStories = (store: DemoStore, stock: Stock[], nowMs: number): Story[] =>
  planCards(nowMs, CUSTOMERS.length).map((plan) => cardStory(store, plan, stock));

/** Before the store opens. */
const morningOf = (nowMs: number, daysAgo: number) => dayOf(nowMs) - daysAgo * DAY_MS + 8 * HOUR_MS;

async function orderBatch(
  { asOwner }: DemoStore,
  batch: { name: string; quantity: number; currency: string },
  atMs: number,
): Promise<Stock> {
  const { id } = (await createBatch(asOwner(), { ...batch, cardType: "physical" })).batch;
  await finishBatch(asOwner(), id);
  const rows = await pg()<{ id: string }[]>`
    select id from cards where batch_id = ${id} order by id desc`;
  return { atMs, currency: batch.currency, cardIds: rows.map((row) => row.id) };
}

/** Cards from an earlier provider, with what was left on them. */
async function importCards({ asOwner }: DemoStore) {
  const rows = Array.from({ length: 40 }, (_, n) => {
    const email = n % 4 === 0 ? CUSTOMERS[n]?.email : "";
    return `OLDCARD${String(730_417 + n * 7_919).padStart(9, "0")},${(n % 9) * 5 + 10}.00,USD,${email}`;
  });
  const csv = ["code,balance,currency,email", ...rows].join("\n");
  const file = { name: "Cards from CardHouse", currency: "USD", csv } as const;
  const { good } = await checkFile(asOwner(), file);
  const newImport = { ...file, cardType: "physical", cards: good.length } as const;
  const { batch } = await startImport(asOwner(), newImport);
  await finishBatch(asOwner(), batch.id);
}

async function finishBatch(ctx: ReturnType<DemoStore["asOwner"]>, batchId: string) {
  const isRunning = ({ batch }: BatchWithCards) => batch.lastRun.finishedAt === null;
  while (isRunning(await readBatch(ctx, { batchId }))) await batchWorker.runDue();
}

type SoldCard = { id: string; redeemedId: string | null };

/** What happens to one card, from its sale on. */
function cardStory(store: DemoStore, plan: CardPlan, stock: Stock[]): Story {
  const card: SoldCard = { id: "", redeemedId: null };
  return plan.steps.map((step) => ({
    atMs: step.atMs,
    run: async () => {
      if (step.kind === "activate") card.id = await cardToSell(store, plan, stock, step);
      await take(store, plan, card, step);
    },
  }));
}

async function cardToSell(
  store: DemoStore,
  { isPhysical, currency }: CardPlan,
  stock: Stock[],
  { atMs, till }: Step,
) {
  const batch = stock.find((one) => one.currency === currency && one.atMs < atMs && one.cardIds[0]);
  const fromBatch = isPhysical ? batch?.cardIds.pop() : undefined;
  if (fromBatch) return fromBatch;
  return (await create(store.as(till), { currency, cardType: "digital" })).card.id;
}

async function take(store: DemoStore, plan: CardPlan, card: SoldCard, step: Step) {
  const ctx = store.as(step.till);
  const cardId = card.id;
  switch (step.kind) {
    case "activate": {
      const consumerEmail = plan.customer === null ? undefined : CUSTOMERS[plan.customer]?.email;
      return await activate(ctx, { cardId, amountCents: step.amountCents, consumerEmail });
    }
    case "redeem": {
      const { amountCents, receipt: referenceId } = step;
      card.redeemedId = (await spend(ctx, { cardId, amountCents, referenceId })).transaction.id;
      return;
    }
    case "topUp":
      return await credit(ctx, { cardId, amountCents: step.amountCents, source: "top_up" });
    case "refund": {
      const originalTransactionId = card.redeemedId ?? undefined;
      const note = "Returned one book";
      return await credit(ctx, {
        cardId,
        amountCents: step.amountCents,
        originalTransactionId,
        note,
      });
    }
    case "freeze":
      return await freeze(store.asOwner(), { cardId, reason: step.reason });
    case "replace":
      return await replace(store.asOwner(), { cardId });
    case "disable":
      return await disable(store.asOwner(), { cardId });
  }
}
