import { randomBytes } from "node:crypto";
import { env } from "../../env";
import { sha256 } from "../../secrets";

const TOKEN_BYTES = 32;

/** A new token of an invitation: its hash to keep, and the link that carries it. */
export function newToken(): { tokenHash: Uint8Array; link: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  // After the #, which a browser sends to nobody: neither logs nor referrers see it.
  return { tokenHash: hashOf(token), link: `${env().appUrl}/invitation#${token}` };
}

/** Fit for a look-up: a token of 256 random bits needs no slow hash. */
export const hashOf = (token: string): Uint8Array => sha256(token);
