import { env } from "../env";

/**
 * The caller's address: as many entries from the end of X-Forwarded-For as there are proxies of our
 * own in front (TRUSTED_PROXY_HOPS), since whatever stands before them is the caller's word.
 */
export function addressOf(request: Request): string {
  const hops = env().trustedProxyHops;
  const forwarded = request.headers.get("x-forwarded-for")?.split(",") ?? [];
  // The server adds the peer's own address as the last entry.
  return forwarded.at(-1 - hops)?.trim() ?? forwarded[0]?.trim() ?? "unknown";
}
