import { describe, expect, test } from "vitest";
import { FORBIDDEN_HOSTS, FORBIDDEN_NAMES, PUBLIC_HOSTS } from "@/lib/testing/addresses";
import { checkUrl, isPublicAddress } from "./ssrf-guard";

describe("a webhook's URL", () => {
  test.each([...FORBIDDEN_HOSTS, ...FORBIDDEN_NAMES])("may not lead to %s", (host) => {
    const refusal = /public host/;
    expect(() => checkUrl(`https://${host}/`)).toThrow(refusal);
    expect(() => checkUrl(`https://${host}:8443/hook?a=b`)).toThrow(refusal);
  });

  test("the table holds sixty spellings and more", () => {
    expect(new Set(FORBIDDEN_HOSTS).size).toBeGreaterThanOrEqual(60);
  });

  test.each(PUBLIC_HOSTS)("may lead to %s", (host) => {
    expect(new URL(checkUrl(`https://${host}/`)).protocol).toBe("https:");
  });
});

test("a text that is not an IP address doesn't count as a public address", () => {
  for (const text of ["", "localhost", "example.com", "1.2.3.4.5", "12345::1::2", "::g"]) {
    expect(isPublicAddress(text), text).toBe(false);
  }
});
