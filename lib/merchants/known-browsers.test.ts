import { expect, test } from "vitest";
import { isKnownBrowser, isKnownNetwork, withKnownAccount } from "./known-browsers";

test("a browser is known to the last five accounts it signed in to, and to no other", () => {
  const emails = Array.from({ length: 6 }, (_, n) => `ada-${n}@example.com`);
  const cookie = emails.reduce(withKnownAccount, "");
  expect(emails.map((email) => isKnownBrowser(cookie, email))).toEqual([
    false,
    ...Array(5).fill(true),
  ]);
  expect(isKnownBrowser(cookie, "grace@example.com")).toBe(false);
  expect(withKnownAccount(cookie, "ada-5@example.com")).toBe(cookie);
});

test.each(["", ".", "nonsense", "....", "x".repeat(10_000)])(
  "the cookie %.20j is known to nobody",
  (cookie) => {
    expect(isKnownBrowser(cookie, "ada@example.com")).toBe(false);
  },
);

test("a network is known by any of its addresses", () => {
  expect(isKnownNetwork([null, "2001:db8::1"], "2001:db8::ffff")).toBe(true);
  expect(isKnownNetwork(["203.0.113.7"], "203.0.113.8")).toBe(false);
});
