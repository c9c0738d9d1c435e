import * as card from "@/app/api/portal/platform/cards/[uuid]/route";
import * as differences from "@/app/api/portal/platform/differences/route";
import * as platform from "@/app/api/portal/platform/route";
import * as settle from "@/app/api/portal/platform/settle/route";
import { findCard } from "../cards/find";
import { pg } from "../db/client";
import { platformWorker } from "../platforms/sync-worker";
import { storeWithPeople } from "./portal";
import { fakeShopAt } from "./shop";

/** The access token for every test shop. */
export const TOKEN = "shpat_0123456789abcdef";

/** A store with its owner and a fake shop, if the test mocks open-adapter with `openShop`. */
export async function storeWithShop() {
  const store = await storeWithPeople();
  const { get, post, put: send } = store.owner;
  const address = `shop-${store.merchantId.slice(-12)}.myshopify.com`;
  const shop = fakeShopAt(address);
  const wanted = { kind: "shopify", address, token: TOKEN };
  const put = (body: object = wanted) => send(platform, body);
  const sell = async (amountCents: number) =>
    (await store.card({ amountCents, cardType: "physical" })).id;
  const read = async () => (await get(platform)).body.platform;
  const listed = async (query: Record<string, string> = {}) =>
    (await get(differences, { query })).body;
  const cardOf = async (uuid: string) => (await get(card, { params: { uuid } })).body;
  const queue = (uuid: string) => post(card, {}, { params: { uuid } });
  const settled = (cardUuid: string, truth: string) => post(settle, { cardUuid, truth });
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
