import { randomBytes } from "node:crypto";
import { env } from "@/lib/base/config/env";
import { sha256 } from "@/lib/base/config/secrets";

// 256 random bits: can't be guessed, so a fast hash without a salt is enough.
const TOKEN_BYTES = 32;

/** Creates a token: `prefix`, then 43 characters of base64url. Store `tokenHash`, never `token`. */
export function newToken(prefix = ""): { token: string; tokenHash: Uint8Array } {
  const token = prefix + randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

/** Creates a token and returns its hash and a link to `path` of this instance that carries it. */
export function newTokenLink(path: string): { tokenHash: Uint8Array; link: string } {
  const { token, tokenHash } = newToken();
  // After the #, which browsers don't send: the token stays out of logs and referrers.
  return { tokenHash, link: `${env().appUrl}${path}#${token}` };
}

/** Hashes a presented token, prefix included, to look it up (SHA-256). */
export const hashToken = (token: string): Uint8Array => sha256(token);
