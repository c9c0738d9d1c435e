import { env } from "../env";

/**
 * The client's IP address: the entry of X-Forwarded-For before those of trusted proxies
 * (TRUSTED_PROXY_HOPS), because clients can send any earlier entries.
 */
export function addressOf(request: Request): string {
  const hops = env().trustedProxyHops;
  const forwarded = request.headers.get("x-forwarded-for")?.split(",") ?? [];
  // The server adds the peer's own address as the last entry.
  return forwarded.at(-1 - hops)?.trim() ?? forwarded[0]?.trim() ?? "unknown";
}
