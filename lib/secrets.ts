import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env";

const purposeKeys = new Map<string, Buffer>();

/** A 32-byte key for one purpose, derived from ENCRYPTION_KEY. */
function keyFor(purpose: string): Buffer {
  let key = purposeKeys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", env().encryptionKey, "scrip", purpose, 32));
    purposeKeys.set(purpose, key);
  }
  return key;
}

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** An HMAC with a key for this purpose, for lookups and tags. */
export const keyedHash = (purpose: string, text: string): Buffer =>
  createHmac("sha256", keyFor(purpose)).update(text).digest();

/** Compares two secrets in constant time. */
export const sameSecret = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

// Identifies the root key, so that it can be rotated later.
const KEY_ID = "k1";

/** Encrypts `text` (AES-256-GCM). Decryption needs the same purpose and `context`. */
export function seal(purpose: string, context: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([
    nonce,
    cipher.update(text, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${KEY_ID}.${sealed.toString("base64url")}`;
}

/** Decrypts the result of `seal`. Throws if it was modified or has another context. */
export function unseal(purpose: string, context: string, sealed: string): string {
  const [keyId, payload] = sealed.split(".");
  if (keyId !== KEY_ID || !payload) throw new Error("sealed with an unknown key");
  const bytes = Buffer.from(payload, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
}
