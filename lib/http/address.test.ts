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
