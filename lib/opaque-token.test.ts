import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashToken, newToken, newTokenLink } from "./opaque-token";

const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("a token is 256 random bits in base64url, with its SHA-256", () => {
  const { token, tokenHash } = newToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(hex(tokenHash)).toBe(sha256Hex(token));
  expect(newToken().token).not.toBe(token);
});

test("a prefix is part of the token and of its hash", () => {
  const { token, tokenHash } = newToken("scrip_consumer_");
  expect(token).toMatch(/^scrip_consumer_[\w-]{43}$/);
  expect(hex(tokenHash)).toBe(sha256Hex(token));
});

test("a link carries its token after the #", () => {
  const { tokenHash, link } = newTokenLink("/wallet/open");
  const [page, token = ""] = link.split("#");
  expect(page).toBe("http://localhost:3000/wallet/open");
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(hex(tokenHash)).toBe(sha256Hex(token));
});

test("a presented token has the hash that was stored", () => {
  const { token, tokenHash } = newToken();
  expect(hashToken(token)).toEqual(tokenHash);
  expect(hashToken(`${token} `)).not.toEqual(tokenHash);
});
