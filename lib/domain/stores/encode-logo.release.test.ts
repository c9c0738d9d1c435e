import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { encodeLogo } from "./encode-logo";

type Color = { r: number; g: number; b: number; alpha?: number };
const RED = { r: 200, g: 30, b: 30 };

/** An image of one color. */
const plain = (width: number, height: number, background: Color = RED) =>
  sharp({
    create: { width, height, channels: background.alpha === undefined ? 3 : 4, background },
  });

/** The problem with a file. */
const problemWith = (file: Uint8Array): Promise<string> =>
  encodeLogo(file).then(
    () => "taken",
    (refusal) => refusal.options.fields[0].message,
  );

const pixelAt = async (image: Uint8Array, x: number, y: number) => {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels).subarray(0, info.channels)];
};

/** A PNG of one gray pixel value, built by hand: its header may lie about its size. */
function rawPng(width: number, height: number, scanlines: Uint8Array): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crcOf(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(scanlines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crcOf(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe("a logo", () => {
  test.each(["png", "jpeg", "webp", "gif"] as const)(
    "as %s is stored as a PNG that fits",
    async (format) => {
      const { image, widthPx, heightPx, hash } = await encodeLogo(
        await plain(1_600, 400).toFormat(format).toBuffer(),
      );
      const { width, height, hasAlpha, ...stored } = await sharp(image).metadata();
      expect(stored.format).toBe("png");
      expect([width, height, hasAlpha]).toEqual([widthPx, heightPx, false]);
      expect([widthPx, heightPx]).toEqual([512, 128]);
      expect(hash).toHaveLength(32);
    },
  );

  test("keeps its size if it is small, and is never enlarged", async () => {
    const { widthPx, heightPx } = await encodeLogo(await plain(40, 30).png().toBuffer());
    expect([widthPx, heightPx]).toEqual([40, 30]);
  });

  test("of noise, which no PNG compresses, is stored in at most 200 KB", async () => {
    const noise = await sharp({
      create: {
        width: 512,
        height: 256,
        channels: 3,
        background: RED,
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(200 * 1024);
    const { image, widthPx, heightPx } = await encodeLogo(noise);
    expect(image.length).toBeLessThanOrEqual(200 * 1024);
    expect([widthPx, heightPx]).toEqual([512, 256]);
  });

  test("is turned as its camera says, and loses its metadata and what follows the image", async () => {
    const photo = await plain(60, 20)
      .withExif({ IFD0: { Copyright: "secret-place", Orientation: "6" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { image, widthPx, heightPx } = await encodeLogo(
      Buffer.concat([photo, Buffer.from("<script>alert(1)</script>")]),
    );
    expect([widthPx, heightPx]).toEqual([20, 60]);
    expect(Buffer.from(image).toString("latin1")).not.toMatch(/secret-place|script/);
    const { exif, icc, xmp } = await sharp(image).metadata();
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  });

  test("with transparent parts stays visible on any color: light on dark, everything else on white", async () => {
    const on = async (background: Color) => {
      const mark = await plain(40, 40, { ...background, alpha: 1 })
        .png()
        .toBuffer();
      const file = await plain(100, 100, { r: 0, g: 0, b: 0, alpha: 0 })
        .composite([{ input: mark }])
        .png()
        .toBuffer();
      return await pixelAt((await encodeLogo(file)).image, 0, 0);
    };
    expect(await on({ r: 250, g: 250, b: 250 })).toEqual([31, 28, 24]);
    expect(await on(RED)).toEqual([255, 255, 255]);
  });

  test("of an animation is its first frame", async () => {
    const frames = await Promise.all(
      [RED, { r: 0, g: 0, b: 250 }].map((color) => plain(30, 20, color).png().toBuffer()),
    );
    const file = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(file, { pages: -1 }).metadata()).pages).toBe(2);
    const { image, widthPx, heightPx } = await encodeLogo(file);
    expect([widthPx, heightPx]).toEqual([30, 20]);
    expect(await pixelAt(image, 15, 10)).toEqual([RED.r, RED.g, RED.b]);
  });
});

describe("a file that is no logo", () => {
  test("is refused by its content, whatever it claims to be", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const tiff = await plain(10, 10).tiff().toBuffer();
    for (const file of [Buffer.from(svg), Buffer.from("hello"), tiff, Buffer.from("%PDF-1.7")]) {
      expect(await problemWith(file)).toBe("must be a PNG, JPEG, WebP or GIF image");
    }
  });

  test("is refused if it is damaged or only starts like an image", async () => {
    const whole = await plain(400, 400, { r: 1, g: 2, b: 3 }).jpeg().toBuffer();
    const starts = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF89a", "RIFF\0\0\0\0WEBP"];
    const files = [
      whole.subarray(0, whole.length / 2),
      ...starts.map((start) => Buffer.from(`${start}<svg></svg>`, "latin1")),
    ];
    for (const file of files) expect(await problemWith(file)).toMatch(/can't be read/);
  });

  test("is refused before it unpacks if it has too many pixels, or says so", async () => {
    const bomb = rawPng(6_000, 6_000, new Uint8Array(6_001 * 6_000));
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.cpuUsage();
    expect(await problemWith(bomb)).toBe("must have at most 24 megapixels");
    expect(await problemWith(rawPng(60_000, 60_000, new Uint8Array(10)))).toMatch(/megapixels/);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  test("is refused above 2 MB", async () => {
    expect(await problemWith(new Uint8Array(2 * 1024 * 1024 + 1))).toBe("must be at most 2 MB");
  });
});
