import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [address: Address, bits: number];

/** A person usually has a whole /64 of IPv6, and a provider gives one customer up to a /48. */
const HOME_BITS = 64;
const SITE_BITS = 48;
/** How many times the limit of a /64 a /48 has. */
const SITE_FACTOR = 8;

/** Parses a network in CIDR notation, or one address. Null if it is neither. */
export function parseNetwork(text: string): Network | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** A network in CIDR notation. */
export const networkText = ([address, bits]: Network): string => `${address.toString()}/${bits}`;

/** This machine: a proxy on it connects from one of these. */
export const LOOPBACK_NETWORKS: readonly Network[] = [
  [ipaddr.parse("127.0.0.0"), 8],
  [ipaddr.parse("::1"), 128],
];

// An IPv6 address in brackets, or an IPv4 address; some proxies add the client's port.
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/** The IP address of an entry of X-Forwarded-For; "unknown" if it is none. */
export function forwardedAddress(entry: string): string {
  const [, inBrackets, beforePort] = WITH_PORT.exec(entry) ?? [];
  const address = inBrackets ?? beforePort ?? entry;
  return ipaddr.isValid(address) ? address : "unknown";
}

/** Whether an IP address, in any notation, is in one of these networks. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
}

function prefix({ parts }: ipaddr.IPv6, bits: number): string {
  const network = parts.map((part, index) => (index < bits / 16 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/${bits}`;
}

/**
 * What limits count for an IP address, each with the factor by which its limit is multiplied: an IPv4
 * address itself; for IPv6, whose addresses cost nothing, its /64 and, with a higher limit, its /48.
 */
export function networksOf(address: string): { network: string; factor: number }[] {
  if (!ipaddr.isValid(address)) return [{ network: address, factor: 1 }];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return [{ network: parsed.toString(), factor: 1 }];
  return [
    { network: prefix(parsed as ipaddr.IPv6, HOME_BITS), factor: 1 },
    { network: prefix(parsed as ipaddr.IPv6, SITE_BITS), factor: SITE_FACTOR },
  ];
}

/** The smallest network that limits count for an address: the address, or its /64 for IPv6. */
export const networkOf = (address: string): string => networksOf(address)[0]?.network ?? address;

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Whether a Host header, with or without a port, names this machine. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host);
