import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ["0", "6.6.6.6, 1.1.1.1", "1.1.1.1"],
  ["1", "6.6.6.6, 2.2.2.2, 1.1.1.1", "2.2.2.2"],
  ["2", "6.6.6.6, 3.3.3.3, 2.2.2.2, 1.1.1.1", "3.3.3.3"],
])(
  "behind %s proxies of our own the caller's address is what they say: of %s it is %s",
  async (hops, forwarded, address) => {
    vi.resetModules();
    vi.stubEnv("TRUSTED_PROXY_HOPS", hops);
    const { addressOf } = await import("./principals");
    const headers = { "x-forwarded-for": forwarded };
    expect(addressOf(new Request("http://localhost:3000/", { headers }))).toBe(address);
  },
);

test.each([
  ["6.6.6.6, 1.1.1.1", "1.1.1.1"],
  ["6.6.6.6, 2.2.2.2, 10.0.0.1", "2.2.2.2"],
  ["6.6.6.6, 2.2.2.2, 10.9.9.9, ::ffff:10.0.0.1", "2.2.2.2"],
  // A proxy on the same machine.
  ["6.6.6.6, 2.2.2.2, 127.0.0.1", "2.2.2.2"],
  ["6.6.6.6, 2.2.2.2, ::1", "2.2.2.2"],
  ["6.6.6.6, 2.2.2.2, ::ffff:127.0.0.1", "2.2.2.2"],
  // With ports.
  ["6.6.6.6, 2.2.2.2:5678, 10.0.0.1:80", "2.2.2.2"],
  ["6.6.6.6, [2001:db8::1]:443, 10.0.0.1", "2001:db8::1"],
  ["6.6.6.6, _anything, 10.0.0.1", "unknown"],
  ["10.0.0.3, 10.0.0.2, 10.0.0.1", "10.0.0.3"],
])(
  "in %s the last address outside the trusted networks is the caller's: %s",
  async (forwarded, address) => {
    vi.resetModules();
    vi.stubEnv("TRUSTED_PROXIES", "10.0.0.0/8, fd00::/8");
    const { addressOf } = await import("./principals");
    const headers = { "x-forwarded-for": forwarded };
    expect(addressOf(new Request("http://localhost:3000/", { headers }))).toBe(address);
  },
);
