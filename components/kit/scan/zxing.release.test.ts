import { expect, test } from "vitest";
import { type CodeFormat, type Picture, pictureOf } from "@/lib/testing/code-pixels";
import { readCodeIn } from "@/lib/testing/read-code";

const read = ({ width, height, gray }: Picture) => {
  const data = Uint8ClampedArray.from([...gray].flatMap((shade) => [shade, shade, shade, 255]));
  return readCodeIn({ width, height, data, colorSpace: "srgb" });
};

const FRAME = { width: 640, height: 480 };

test.each<[CodeFormat, string, string]>([
  ["qr", "ABCD-2345-EFGH-6789", "ABCD-2345-EFGH-6789"],
  ["code128", "ABCD-2345-EFGH-6789", "ABCD2345EFGH6789"],
  ["code128", "2345-6789-2345-6789", "2345678923456789"],
  // Codes of other providers, up to the longest.
  ["code128", "6006491234567890123", "6006491234567890123"],
  ["code128", "A1B2", "A1B2"],
  ["code128", "K7Q2M9X4T8B3W6N5K7Q2M9X4T8B3W6N5", "K7Q2M9X4T8B3W6N5K7Q2M9X4T8B3W6N5"],
])("the camera's decoder reads what the product prints: %s %s", async (format, code, text) => {
  const upright = pictureOf(code, format, FRAME);
  expect(await read(upright)).toBe(text);

  const { width, height } = upright;
  const turned = new Uint8Array(width * height);
  upright.gray.forEach((shade, at) => {
    turned[(at % width) * height + Math.floor(at / width)] = shade;
  });
  expect(await read({ width: height, height: width, gray: turned })).toBe(text);
});

test("the camera's decoder reads nothing from a picture without a code", async () => {
  const { width, height } = FRAME;
  const stripes = Uint8Array.from({ length: width * height }, (_, at) => ((at >> 5) % 2) * 255);
  expect(await read({ width, height, gray: stripes })).toBeNull();
});
