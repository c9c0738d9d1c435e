import { Shop } from "@/e2e/support/fake-shop";
import { pg } from "../db/client";
import { newId } from "../ids";
import { type ConnectionRow, findConnection, sealToken } from "../platforms/connection";

/** Connects a store with a shop. */
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

/** Opens a fake shop at this address, for tests that mock lib/platforms/open-adapter by `openShop`. */
export function fakeShopAt(address: string): Shop {
  const shop = new Shop();
  shops.set(address, shop);
  return shop;
}

/** Replaces openAdapter(). */
export function openShop({ address }: { address: string }): Shop {
  const shop = shops.get(address);
  if (!shop) throw new Error("no shop at this address");
  return shop;
}
