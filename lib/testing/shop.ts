import { Shop } from "@/e2e/support/fake-shop";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { generateCode } from "@/lib/domain/cards/code";
import type { Adapter, CardToCreate, PlatformCard } from "@/lib/domain/shops/adapter";
import { type ConnectionRow, findConnection, sealToken } from "@/lib/domain/shops/connection";
import { makeCard } from "./ledger-fixtures";
import { createStore } from "./store";

/** Creates a store connected to a fake shop. `sell` creates a card with a balance in US dollars. */
export async function connectedStore(currency = "USD") {
  const store = await createStore();
  const connection = await connectShop(store.id, currency);
  const shop = fakeShopAt(connection.address);
  const sell = async (amountCents: number) => (await makeCard(store.ctx, { amountCents })).id;
  return { store, connection, shop, sell };
}

/** Connects a store to a shop. */
export async function connectShop(merchantId: string, currency = "USD"): Promise<ConnectionRow> {
  const id = newId();
  const address = `shop-${id}.myshopify.com`;
  await pg()`insert into platform_connections
      (merchant_id, id, kind, address, name, currency, sealed_token, status, polled_until)
    values (${merchantId}, ${id}, 'shopify', ${address}, 'Corner Shop', ${currency},
      ${sealToken({ merchantId, id }, "shpat_secret")}, 'connected', now())`;
  const row = await findConnection(merchantId);
  if (!row) throw new Error("the connection is not there");
  return row;
}

const shops = new Map<string, Shop>();

/** Creates a fake shop at this address, for tests that mock lib/domain/shops/open-adapter with this module. */
export function fakeShopAt(address: string): Shop {
  const shop = new Shop();
  shops.set(address, shop);
  return shop;
}

/** Mock of openAdapter(). */
export function openAdapter({ address }: { address: string }): Shop {
  const shop = shops.get(address);
  if (!shop) throw new Error("no shop at this address");
  return shop;
}

export const newCard = (given: Partial<CardToCreate> = {}): CardToCreate => ({
  cardId: newId(),
  code: generateCode(),
  balanceCents: 2_550,
  currency: "USD",
  expiresOn: "2031-11-30",
  ...given,
});

/** All changed cards, read page by page. */
export async function changedCards(adapter: Adapter, since: Date): Promise<PlatformCard[]> {
  const cards: PlatformCard[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Awaited<ReturnType<Adapter["changedSince"]>> = await adapter.changedSince(
      since,
      cursor ?? null,
    );
    cards.push(...page.cards);
    cursor = page.nextCursor;
  }
  return cards;
}
