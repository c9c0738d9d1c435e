import type { ApiShape } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { formatCode } from "@/lib/domain/cards/code";
import { makeCard } from "./ledger-fixtures";
import { callerWithKey, createStore } from "./store";

/** A store with a till in this shape, and functions that create its cards through the API. */
export async function storeWithTill(shape: ApiShape = "A") {
  const store = await createStore();
  const till = await callerWithKey(store.ctx(), { shape });
  /** Sends a request with an Idempotency-Key. */
  const keyed = (path: string, body?: object, key = newId()) =>
    till.post(path, body, { headers: { "Idempotency-Key": key } });
  const cardWith = async (metadata?: object) =>
    (await till.post("/cards", { currency: "USD", cardType: "digital", metadata })).body;
  const activeCard = async (amountCents = 1_000): Promise<string> => {
    const { uuid } = await cardWith();
    await till.post(`/cards/${uuid}/activate`, { amountCents, currency: "USD" });
    return uuid;
  };
  const credit = async (email: string, amountCents: number, currency = "USD") =>
    (await till.post("/store-credit", { email, amountCents, currency })).body;
  return { ...store, till, keyed, cardWith, activeCard, credit };
}

/** The same with an active card of 2500 cents, and its code as it is printed. */
export async function tillWithCard(shape: ApiShape = "A") {
  const store = await storeWithTill(shape);
  const { id, code } = await makeCard(store.ctx, { amountCents: 2_500 });
  return { ...store, card: { id, code: formatCode(code) } };
}
