import { randomBytes } from "node:crypto";
import type { PlatformAccess } from "@/lib/domain/shops/open-adapter";
import type { Controls } from "./control";
import type { ShopOptions } from "./shop";

/** The controls of a shop in another process. */
type RemoteControls = {
  [Name in keyof Controls]: (
    ...args: Parameters<Controls[Name]>
  ) => Promise<ReturnType<Controls[Name]>>;
};

async function call(origin: string, domain: string, name: string, args: unknown[]) {
  const body = JSON.stringify({ domain, name, args });
  const response = await fetch(`${origin}/control`, { method: "POST", body });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}

/**
 * Creates a shop for a test on the fake Shopify server. Returns its domain and token, for connecting it to a
 * store, and its controls.
 */
export async function openShop(
  options: Partial<ShopOptions> = {},
  origin = process.env.SHOPIFY_ORIGIN ?? "",
): Promise<RemoteControls & PlatformAccess> {
  const unique = randomBytes(6).toString("hex");
  const domain = `shop-${unique}.myshopify.com`;
  const token = `shpat_${unique}`;
  await call(origin, domain, "open", [{ domain, token, ...options }]);
  return new Proxy({ kind: "shopify", address: domain, token } as RemoteControls & PlatformAccess, {
    get: (own, name) =>
      name in own || typeof name === "symbol" || name === "then"
        ? Reflect.get(own, name)
        : (...args: unknown[]) => call(origin, domain, name, args),
  });
}
