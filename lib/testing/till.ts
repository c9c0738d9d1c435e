import { callerWithKey, createStore } from "./store";

/** A store with a till in this shape, and functions that create its cards through the API. */
export async function storeWithTill(shape: "A" | "B" = "A") {
  const store = await createStore();
  const till = await callerWithKey(store.ctx(), { shape });
  const cardWith = async (metadata?: object) =>
    (await till.post("/cards", { currency: "USD", cardType: "digital", metadata })).body;
  const activeCard = async (amountCents = 1_000): Promise<string> => {
    const { uuid } = await cardWith();
    await till.post(`/cards/${uuid}/activate`, { amountCents, currency: "USD" });
    return uuid;
  };
  const credit = async (email: string, amountCents: number, currency = "USD") =>
    (await till.post("/store-credit", { email, amountCents, currency })).body;
  return { ...store, till, cardWith, activeCard, credit };
}
