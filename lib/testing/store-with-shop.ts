import * as card from "@/app/api/portal/platform/cards/[uuid]/route";
import * as differences from "@/app/api/portal/platform/differences/route";
import * as platform from "@/app/api/portal/platform/route";
import * as settle from "@/app/api/portal/platform/settle/route";
import { activate } from "../cards/activate";
import { create } from "../cards/create";
import { findCard } from "../cards/find";
import { pg } from "../db/client";
import { operatorContext } from "../merchants/operator";
import { platformWorker } from "../platforms/sync-worker";
import { send, storeWithPeople } from "./portal";
import { fakeShopAt } from "./shop";

/** The token that every shop is connected with. */
export const TOKEN = "shpat_0123456789abcdef";

/**
 * A store with an owner signed in and a shop in memory that it is not connected with yet, and what
 * its dashboard asks. For tests that mock lib/platforms/open-adapter by `openShop`.
 */
export async function storeWithShop() {
  const store = await storeWithPeople();
  const address = `shop-${store.merchantId.slice(-12)}.myshopify.com`;
  const shop = fakeShopAt(address);
  const { headers } = store.owner;
  const wanted = { kind: "shopify", address, token: TOKEN };
  const put = (body: object = wanted) => send(platform, "PUT", { headers, body });
  const ctx = () => operatorContext(store.merchantId);
  const sell = async (amountCents: number) => {
    const { card } = await create(ctx(), { currency: "USD", cardType: "physical" });
    await activate(ctx(), { cardId: card.id, amountCents });
    return card.id;
  };
  const read = async () => (await send(platform, "GET", { headers })).body.platform;
  const listed = async (query: Record<string, string> = {}) =>
    (await send(differences, "GET", { headers, query })).body;
  const cardOf = async (uuid: string) =>
    (await send(card, "GET", { headers, params: { uuid } })).body;
  const queue = (uuid: string) => send(card, "POST", { headers, params: { uuid }, body: {} });
  const settled = (cardUuid: string, truth: string) =>
    send(settle, "POST", { headers, body: { cardUuid, truth } });
  /** What a poll does with a card that has changed there. */
  const look = async (cardId: string) => {
    await pg()`insert into outbox (id, merchant_id, kind, payload) values (gen_random_uuid(),
      ${store.merchantId}, 'platform_card', ${JSON.stringify({ cardId, sequence: 0, look: true })})`;
    await platformWorker.runDue();
  };
  const balance = async (cardId: string) =>
    (await findCard(store.merchantId, cardId))?.balanceCents;
  const tools = { put, ctx, sell, read, listed, cardOf, queue, settled, look, balance };
  return { ...store, headers, shop, address, wanted, ...tools };
}
