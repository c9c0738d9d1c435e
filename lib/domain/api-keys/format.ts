import { randomBytes } from "node:crypto";
import { uuidOfHex } from "@/lib/base/ids";

// Format: scrip_live_ or scrip_test_ + id (22) + secret (43) + checksum (6). All but the prefix is in base 62.
const LIVE_PREFIX = "scrip_live_";
/** As long as the other. */
const TEST_PREFIX = "scrip_test_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_CHARS = 22;
const SECRET_CHARS = 43;
const SECRET_BYTES = 32;
const CHECKSUM_CHARS = 6;
const KEY_PATTERN = new RegExp(
  `^(?:${LIVE_PREFIX}|${TEST_PREFIX})[0-9A-Za-z]{${ID_CHARS + SECRET_CHARS + CHECKSUM_CHARS}}$`,
);
const MAX_ID = 2n ** 128n;
const SHOWN_ID_CHARS = 8;

function toBase62(value: bigint, chars: number): string {
  let digits = "";
  for (let rest = value; digits.length < chars; rest /= 62n) {
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
  }
  return digits;
}

function fromBase62(digits: string): bigint {
  let value = 0n;
  for (const digit of digits) value = value * 62n + BigInt(ALPHABET.indexOf(digit));
  return value;
}

const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The CRC-32 (as in zip and PNG) of ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const checksumOf = (text: string): string => toBase62(BigInt(crc32(text)), CHECKSUM_CHARS);

export const randomSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

/** The full text of a key of a live store or a test twin, from its id (a uuid) and the 32 bytes of its secret. */
export function formatKey(id: string, secret: Uint8Array, isTest = false): string {
  const idDigits = toBase62(BigInt(`0x${id.replaceAll("-", "")}`), ID_CHARS);
  const text =
    (isTest ? TEST_PREFIX : LIVE_PREFIX) + idDigits + toBase62(toInteger(secret), SECRET_CHARS);
  return text + checksumOf(text);
}

/** Whether a key is one of a test twin, by its prefix. */
export const isTestKey = (key: string): boolean => key.startsWith(TEST_PREFIX);

/** The id in a key; null if the key is mistyped or malformed. Doesn't query the database. */
export function readKeyId(key: string): string | null {
  if (!KEY_PATTERN.test(key)) return null;
  const text = key.slice(0, -CHECKSUM_CHARS);
  if (checksumOf(text) !== key.slice(-CHECKSUM_CHARS)) return null;
  const id = fromBase62(text.slice(LIVE_PREFIX.length, LIVE_PREFIX.length + ID_CHARS));
  if (id >= MAX_ID) return null;
  return uuidOfHex(id.toString(16).padStart(32, "0"));
}

/** The parts of a key that stay visible after its creation. */
export const publicParts = (key: string): { prefix: string; last4: string } => ({
  prefix: key.slice(0, LIVE_PREFIX.length + SHOWN_ID_CHARS),
  last4: key.slice(-4),
});
