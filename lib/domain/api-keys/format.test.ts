import { crc32 as zlibCrc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { crc32, formatKey, publicParts, randomSecret, readKeyId } from "./format";

const key = formatKey(newId(), randomSecret());

describe("an API key", () => {
  test("carries its id, whatever id and secret are", () => {
    const zeros = "00000000-0000-0000-0000-000000000000";
    const ones = "ffffffff-ffff-ffff-ffff-ffffffffffff";
    for (const id of [newId(), newId(), zeros, ones]) {
      for (const secret of [randomSecret(), new Uint8Array(32), new Uint8Array(32).fill(255)]) {
        const written = formatKey(id, secret);
        expect(written).toMatch(/^scrip_live_[0-9A-Za-z]{71}$/);
        expect(readKeyId(written)).toBe(id);
      }
    }
  });

  test("differs with its secret", () => {
    const id = newId();
    const written = new Set(Array.from({ length: 50 }, () => formatKey(id, randomSecret())));
    expect(written.size).toBe(50);
  });

  test("with one character changed is known to be none", () => {
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === "x" ? "y" : "x";
      expect(readKeyId(key.slice(0, at) + other + key.slice(at + 1))).toBeNull();
    }
  });

  test.each(["", "scrip_live_", key.slice(1), key.slice(0, -1), `${key}0`, `${key}\n`, ` ${key}`])(
    "is not %j",
    (text) => expect(readKeyId(text)).toBeNull(),
  );

  test("whose id is past the last uuid is none, though its checksum is right", () => {
    const text = `scrip_live_${"z".repeat(65)}`;
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let checksum = "";
    for (let rest = crc32(text); checksum.length < 6; rest = Math.floor(rest / 62)) {
      checksum = digits.charAt(rest % 62) + checksum;
    }
    expect(readKeyId(text + checksum)).toBeNull();
  });

  test("shows its beginning and its last four", () => {
    expect(publicParts(key)).toEqual({ prefix: key.slice(0, 19), last4: key.slice(-4) });
  });
});

test("the checksum is the CRC-32 of zip and PNG", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
  if (zlibCrc32) expect(crc32(key)).toBe(zlibCrc32(key));
});
