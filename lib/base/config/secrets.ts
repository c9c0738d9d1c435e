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

/** The derived keys of a root key, by purpose. */
const derivedKeys = new WeakMap<Buffer, Map<string, Buffer>>();

/** A 32-byte key for one purpose, derived from ENCRYPTION_KEY or a former one. */
function deriveKey(root: Buffer, purpose: string): Buffer {
  const byPurpose = derivedKeys.get(root) ?? new Map<string, Buffer>();
  derivedKeys.set(root, byPurpose);
  let key = byPurpose.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", root, "scrip", purpose, 32));
    byPurpose.set(purpose, key);
  }
  return key;
}

const hmacBy = (root: Buffer, purpose: string, text: string): Buffer =>
  createHmac("sha256", deriveKey(root, purpose)).update(text).digest();

const ids = new WeakMap<Buffer, string>();

/** A public fingerprint of a root key: 16 hex digits. */
function idOf(root: Buffer): string {
  const id = ids.get(root) ?? hmacBy(root, "key-id", "scrip").toString("hex").slice(0, 16);
  ids.set(root, id);
  return id;
}

/** The ids of ENCRYPTION_KEY, first, and of the former keys. */
export const keyIds = (): string[] => env().encryptionKeys.map(idOf);

/** The id of the key that `seal` uses. */
export const currentKeyId = (): string => keyIds()[0] ?? "";

/** Whether values under a former key can be read. */
export const hasFormerKeys = (): boolean => env().encryptionKeys.length > 1;

export const sha256 = (content: string | Uint8Array): Buffer =>
  createHash("sha256").update(content).digest();

/** HMACs with a key for this purpose: under ENCRYPTION_KEY, first, and under each former key. */
export const keyedHashes = (purpose: string, text: string): Buffer[] =>
  env().encryptionKeys.map((root) => hmacBy(root, purpose, text));

/** An HMAC for lookups and tags. `keyNumber` is the place of a former key; 0 is ENCRYPTION_KEY. */
export function keyedHash(purpose: string, text: string, keyNumber = 0): Buffer {
  const root = env().encryptionKeys[keyNumber];
  if (!root) throw new Error("there is no such key");
  return hmacBy(root, purpose, text);
}

/** Compares two secrets in constant time. */
export const sameSecret = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

// The key id of values that were sealed before they had one: any of the keys may have encrypted them.
const UNKNOWN_KEY_ID = "k1";

/** Encrypts `text` (AES-256-GCM). Decryption needs the same purpose and `context`. */
export function seal(purpose: string, context: string, text: string): string {
  const [root] = env().encryptionKeys;
  if (!root) throw new Error("there is no key");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(root, purpose), nonce).setAAD(
    Buffer.from(context),
  );
  const sealed = Buffer.concat([
    nonce,
    cipher.update(text, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${idOf(root)}.${sealed.toString("base64url")}`;
}

/**
 * Decrypts the result of `seal` with the key it names. Throws if it was modified, has another context, or
 * needs a key that isn't configured.
 */
export function unseal(purpose: string, context: string, sealed: string): string {
  const [keyId = "", payload = ""] = sealed.split(".");
  const roots = env().encryptionKeys.filter((root) => [idOf(root), UNKNOWN_KEY_ID].includes(keyId));
  if (roots.length === 0) throw new Error(`sealed with a key that is not configured: ${keyId}`);
  for (const [index, root] of roots.entries()) {
    try {
      return decrypt(deriveKey(root, purpose), context, Buffer.from(payload, "base64url"));
    } catch (error) {
      if (index === roots.length - 1) throw error;
    }
  }
  throw new Error("there is no key");
}

function decrypt(key: Buffer, context: string, bytes: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
}
