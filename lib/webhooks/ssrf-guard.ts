import ipaddr from "ipaddr.js";
import { env } from "../env";
import { invalid } from "../errors";
import { MAX_URL_CHARS } from "./webhook";

const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1024;

// All that IPv6 has of global unicast; what carries an IPv4 address lies outside, or below.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

// What ipaddr.js calls unicast and yet leads elsewhere than to a public host.
const FORBIDDEN: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
  "192.0.0.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "2001::/23",
  "2002::/16",
  "3fff::/20",
].map((range) => ipaddr.parseCIDR(range));

/** Whether a webhook may be sent to this address: a public unicast one, in any spelling. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed.kind() === "ipv6" && !parsed.match(GLOBAL_UNICAST)) return false;
  return !FORBIDDEN.some(
    ([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits),
  );
}

/** A URL's host without the brackets of an IPv6 literal. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

/** Whether the URL's host, when it is an address and no name, may be sent to. */
export function isAllowedHost(url: URL): boolean {
  if (env().webhookAllowPrivateNetworks) return true;
  const host = hostOf(url);
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  return !/(^|\.)(localhost|local|internal|localdomain)\.?$/i.test(host);
}

/**
 * The one spelling of a receiver's URL. Refuses: invalid_request for what is not https, has
 * credentials, a port below 1024 other than 443, or a host that is not a public one.
 */
export function checkUrl(typed: string): string {
  if (typed.length > MAX_URL_CHARS || !URL.canParse(typed)) throw invalid("url", "is not a URL");
  const url = new URL(typed);
  if (url.protocol !== "https:") throw invalid("url", "must begin with https://");
  if (url.username || url.password) throw invalid("url", "must not hold credentials");
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_UNPRIVILEGED_PORT) {
    throw invalid("url", "must use port 443, or 1024 or above");
  }
  if (!isAllowedHost(url)) throw invalid("url", "must lead to a public host");
  url.hash = "";
  return url.href;
}
