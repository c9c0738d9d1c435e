import { afterEach, expect, test } from "vitest";
import { configure } from "@/lib/testing/configure";
import { isKnownNetwork, knownBrowserId, withKnownAccount } from "./known-browsers";

const FIRST_KEY = process.env.ENCRYPTION_KEY;
afterEach(() => configure({ ENCRYPTION_KEY: FIRST_KEY, ENCRYPTION_KEYS_OLD: "" }));

const EMAIL = "ada@example.com";

test("a browser is known to the last five accounts it signed in to, and to no other", () => {
  const emails = Array.from({ length: 6 }, (_, n) => `ada-${n}@example.com`);
  const cookie = emails.reduce(withKnownAccount, "");
  expect(emails.map((email) => knownBrowserId(cookie, email) !== null)).toEqual([
    false,
    ...Array(5).fill(true),
  ]);
  expect(knownBrowserId(cookie, "grace@example.com")).toBeNull();
  expect(withKnownAccount(cookie, "ada-5@example.com")).toBe(cookie);
});

test("each browser has an id of its own, which it keeps", () => {
  const [home, away] = [withKnownAccount("", EMAIL), withKnownAccount("", EMAIL)];
  expect(knownBrowserId(home, EMAIL)).not.toBe(knownBrowserId(away, EMAIL));
  const again = withKnownAccount(withKnownAccount(home, "grace@example.com"), EMAIL);
  expect(knownBrowserId(again, EMAIL)).toBe(knownBrowserId(home, EMAIL));
});

test("a browser stays known while the key changes", () => {
  const cookie = withKnownAccount("", EMAIL);
  const id = knownBrowserId(cookie, EMAIL);
  configure({ ENCRYPTION_KEY: "6f".repeat(32), ENCRYPTION_KEYS_OLD: FIRST_KEY });
  expect(knownBrowserId(cookie, EMAIL)).toBe(id);
  const renewed = withKnownAccount(cookie, EMAIL);
  configure({ ENCRYPTION_KEYS_OLD: "" });
  expect(knownBrowserId(renewed, EMAIL)).toBe(id);
  expect(knownBrowserId(cookie, EMAIL)).toBeNull();
});

test.each(["", ".", "nonsense", "....", "x".repeat(10_000)])(
  "the cookie %.20j is known to nobody",
  (cookie) => {
    expect(knownBrowserId(cookie, EMAIL)).toBeNull();
  },
);

test("a network is known by any of its addresses", () => {
  expect(isKnownNetwork([null, "2001:db8::1"], "2001:db8::ffff")).toBe(true);
  expect(isKnownNetwork(["203.0.113.7"], "203.0.113.8")).toBe(false);
});
