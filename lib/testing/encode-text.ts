import { textOf } from "@/components/portal/batches/decode-file";

/** Text in an encoding of one byte a character, found by reading each byte. */
export function encodeText(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [textOf(Uint8Array.of(byte), encoding), byte]),
  );
  return Uint8Array.from([...text], (sign) => {
    const byte = bytes.get(sign);
    if (byte === undefined) throw new Error(`${encoding} has no ${sign}`);
    return byte;
  });
}
