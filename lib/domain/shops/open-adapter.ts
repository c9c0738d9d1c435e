import type { PLATFORM_KINDS } from "@/lib/db/schema/platforms";
import { httpAdapter } from "@/lib/domain/shops/http/adapter";
import { shopifyAdapter } from "@/lib/domain/shops/shopify/adapter";
import type { Adapter } from "./adapter";
import { type CallPoints, unlimitedCallPoints } from "./call-points";

/** How to reach a platform: a shop's domain and access token, or a URL and signing secret. */
export type PlatformAccess = {
  kind: (typeof PLATFORM_KINDS)[number];
  address: string;
  token: string;
};

/** Creates the adapter for a kind of platform. `callPoints` limits the calls of a saved connection. */
export function openAdapter(
  { kind, address, token }: PlatformAccess,
  callPoints: CallPoints = unlimitedCallPoints,
): Adapter {
  if (kind === "shopify") return shopifyAdapter({ domain: address, token, callPoints });
  return httpAdapter({ url: address, secret: token });
}
