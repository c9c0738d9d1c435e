import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashToken, newToken, newTokenLink } from "./opaque-token";

const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test.each(["", "scrip_consumer_"])(
  "a token is the prefix %j and 256 random bits in base64url, with the SHA-256 of both",
  (prefix) => {
    const { token, tokenHash } = newToken(prefix);
    expect(token).toMatch(new RegExp(`^${prefix}[\\w-]{43}$`));
    expect(newToken(prefix).token).not.toBe(token);
    expect(hex(tokenHash)).toBe(sha256Hex(token));
    expect(hashToken(token)).toEqual(tokenHash);
    expect(hashToken(`${token} `)).not.toEqual(tokenHash);
  },
);

test("a link carries its token after the #", () => {
  const { tokenHash, link } = newTokenLink("/wallet/open");
  const [page, token = ""] = link.split("#");
  expect(page).toBe("http://localhost:3000/wallet/open");
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(hex(tokenHash)).toBe(sha256Hex(token));
});
