import { expect, test } from "vitest";
import {
  forwardedAddress,
  isInNetworks,
  isLoopbackHost,
  networkOf,
  networksOf,
  parseNetwork,
} from "./networks";

test("an IPv4 address is counted itself, however it is written", () => {
  expect(networksOf("203.0.113.7")).toEqual([{ network: "203.0.113.7", factor: 1 }]);
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
});

test("IPv6 is counted by its /64, and by its /48 at eight times the limit", () => {
  expect(networksOf("2001:db8:1:2:3:4:5:6")).toEqual([
    { network: "2001:db8:1:2::/64", factor: 1 },
    { network: "2001:db8:1::/48", factor: 8 },
  ]);
  expect(networkOf("2001:db8:1:2:ffff::1")).toBe(networkOf("2001:DB8:1:2::9"));
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
});

test.each([
  ["203.0.113.7:5678", "203.0.113.7"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
  ["203.0.113.7", "203.0.113.7"],
  ["_hidden", "unknown"],
  ["[_hidden]:80", "unknown"],
  ["", "unknown"],
])("a proxy's entry %s is the address %s, whatever its port", (entry, address) => {
  expect(forwardedAddress(entry)).toBe(address);
});

test("networks are written as CIDR or as one address, and nothing else", () => {
  const networks = ["10.0.0.0/8", "fd00::/8", "192.0.2.1"].flatMap((text) => {
    const network = parseNetwork(text);
    return network ? [network] : [];
  });
  expect(networks).toHaveLength(3);
  for (const inside of ["10.1.2.3", "::ffff:10.1.2.3", "fd12::1", "192.0.2.1"]) {
    expect(isInNetworks(inside, networks), inside).toBe(true);
  }
  for (const outside of ["11.0.0.1", "192.0.2.2", "2001:db8::1", "nonsense", ""]) {
    expect(isInNetworks(outside, networks), outside).toBe(false);
  }
  for (const wrong of ["10.0.0.0/33", "localhost", "10.0.0.0-10.0.0.9"]) {
    expect(parseNetwork(wrong)).toBeNull();
  }
});

test("only three names are this machine's, with any port", () => {
  for (const host of ["localhost", "LocalHost:3000", "127.0.0.1:3000", "[::1]", "[::1]:3000"]) {
    expect(isLoopbackHost(host), host).toBe(true);
  }
  const others = [
    "",
    "localhost.",
    "localhost.evil.example",
    "a@localhost",
    "127.0.0.2",
    "::1",
    "x",
  ];
  for (const host of others) expect(isLoopbackHost(host), host).toBe(false);
});
