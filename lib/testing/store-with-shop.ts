import { pg } from "@/lib/db/client/client";
import { findCard } from "@/lib/domain/cards/find";
import { platformWorker } from "@/lib/domain/shops/sync-worker";
import { storeWithPeople } from "./portal";
import { fakeShopAt } from "./shop";

/** The access token for every test shop. */
export const TOKEN = "shpat_0123456789abcdef";

/**
 * Creates a store with its owner signed in, a fake shop that is not connected yet, and the requests of the
 * dashboard. For tests that mock lib/domain/shops/open-adapter with ./shop.
 */
export async function storeWithShop() {
  const store = await storeWithPeople();
  const { get, post, put: send } = store.owner;
  const address = `shop-${store.merchantId.slice(-12)}.myshopify.com`;
  const shop = fakeShopAt(address);
  const wanted = { kind: "shopify", address, token: TOKEN };
  const put = (body: object = wanted) => send("/platform", body);
  const sell = async (amountCents: number) =>
    (await store.card({ amountCents, cardType: "physical" })).id;
  const read = async () => (await get("/platform")).body.platform;
  const listed = async (query: Record<string, string> = {}) =>
    (await get("/platform/differences", query)).body;
  const cardOf = async (uuid: string) => (await get(`/platform/cards/${uuid}`)).body;
  const queue = (uuid: string) => post(`/platform/cards/${uuid}`, {});
  const settled = (cardUuid: string, truth: string) =>
    post("/platform/settle", { cardUuid, truth });
  /** Syncs a card as a poll does if it has changed in the shop. */
  const look = async (cardId: string) => {
    await pg()`insert into outbox (id, merchant_id, kind, payload) values (gen_random_uuid(),
      ${store.merchantId}, 'platform_card', ${JSON.stringify({ cardId, sequence: 0, look: true })})`;
    await platformWorker.runDue();
  };
  const balance = async (cardId: string) =>
    (await findCard(store.merchantId, cardId))?.balanceCents;
  /** Connects the shop, and sells a card that is then created there. */
  const sold = async (amountCents: number) => {
    await put();
    const cardId = await sell(amountCents);
    await platformWorker.runDue();
    return cardId;
  };
  const tools = { put, sell, sold, read, listed, cardOf, queue, settled, look, balance };
  return { ...store, headers: store.owner.headers, shop, address, wanted, ...tools };
}
