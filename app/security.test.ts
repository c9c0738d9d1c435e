import { expect, test } from "vitest";
import { contentSecurityPolicy, pageHeaders, scansCodes } from "./security";

const policyOf = (https: boolean, development: boolean) =>
  contentSecurityPolicy({ nonce: "abc", https, development, scans: false });

test("a page runs only scripts with its nonce, from here, in no frame", () => {
  expect(policyOf(false, false).split("; ")).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "script-src 'self' 'nonce-abc' 'strict-dynamic'",
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]),
  );
  expect(policyOf(true, false)).not.toContain("unsafe-eval");
});

test("only production insists on https", () => {
  expect(policyOf(true, false)).toContain("upgrade-insecure-requests");
  expect(policyOf(false, false)).not.toContain("upgrade-insecure-requests");
  expect(pageHeaders(true)).toHaveProperty("Strict-Transport-Security");
  expect(pageHeaders(false)).not.toHaveProperty("Strict-Transport-Security");
});

test("no other site's page shares a window with a page or embeds it", () => {
  expect(pageHeaders(false)).toMatchObject({
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
  });
});

test.each([
  ["/till", true],
  ["/wallet/claim", true],
  ["/balance/juniper", true],
  ["/", false],
  ["/cards", false],
  ["/sign-in", false],
  ["/wallets", false],
])("only pages that scan codes may use the camera and WebAssembly: %s", (path, scans) => {
  expect(scansCodes(path)).toBe(scans);
  const policy = contentSecurityPolicy({ nonce: "abc", https: true, development: false, scans });
  expect(policy.includes("'wasm-unsafe-eval'")).toBe(scans);
  expect(policy).not.toContain("'unsafe-eval'");
  const camera = scans ? "camera=(self)" : "camera=()";
  expect(pageHeaders(true, scans)["Permissions-Policy"]).toContain(`${camera}, `);
});
