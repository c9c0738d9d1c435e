import type { PLATFORM_KINDS } from "../db/schema/platforms";
import type { Adapter } from "./adapter";
import { type Bucket, unmetered } from "./bucket";
import { httpAdapter } from "./http/adapter";
import { shopifyAdapter } from "./shopify/adapter";

/** How a platform is reached: a shop's domain and its access token, or a URL and the secret that signs. */
export type Access = { kind: (typeof PLATFORM_KINDS)[number]; address: string; token: string };

/** The adapter for a kind of platform; `bucket` meters a connection that is kept. */
export function openAdapter({ kind, address, token }: Access, bucket: Bucket = unmetered): Adapter {
  if (kind === "shopify") return shopifyAdapter({ domain: address, token, bucket });
  return httpAdapter({ url: address, secret: token });
}
