import ipaddr from "ipaddr.js";
import { env } from "@/lib/base/config/env";
import { invalidField } from "@/lib/base/errors";
import { MAX_URL_CHARS } from "./webhook";

const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1024;

// All global unicast addresses of IPv6. Those that embed IPv4 are outside it or listed below.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

// Ranges that ipaddr.js considers unicast but that have no public hosts.
const FORBIDDEN: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
  "192.0.0.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "2001::/23",
  "2002::/16",
  "3fff::/20",
].map((range) => ipaddr.parseCIDR(range));

/** Whether requests may be sent to this address: public unicast, in any notation. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed.kind() === "ipv6" && !parsed.match(GLOBAL_UNICAST)) return false;
  return !FORBIDDEN.some(
    ([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits),
  );
}

/** Whether requests may be sent to the URL's host. A name is checked again after it is resolved. */
export function isAllowedHost(url: URL): boolean {
  if (env().webhookAllowPrivateNetworks) return true;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  return !/(^|\.)(localhost|local|internal|localdomain)\.?$/i.test(host);
}

/**
 * Normalizes a receiver's URL. Refuses: invalid_request unless it is https without credentials, on port
 * 443 or 1024 and above, to a public host.
 */
export function checkUrl(typed: string): string {
  if (typed.length > MAX_URL_CHARS || !URL.canParse(typed))
    throw invalidField("url", "must be a valid URL");
  const url = new URL(typed);
  if (url.protocol !== "https:") throw invalidField("url", "must start with https://");
  if (url.username || url.password)
    throw invalidField("url", "must not contain a username or password");
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_UNPRIVILEGED_PORT) {
    throw invalidField("url", "must use port 443, or 1024 or higher");
  }
  if (!isAllowedHost(url)) {
    const way = "To get events on your own machine, run “scrip listen” instead";
    throw invalidField("url", `must have a public host. ${way}`);
  }
  url.hash = "";
  return url.href;
}
