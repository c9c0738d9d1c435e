import pLimit from "p-limit";
import type { default as OpenImage, Sharp } from "sharp";
import { sha256 } from "@/lib/base/config/secrets";
import { invalidField } from "@/lib/base/errors";

export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

const MAX_WIDTH_PX = 512;
const MAX_HEIGHT_PX = 256;
const MAX_STORED_BYTES = 200 * 1024;
// Of the file. Limits what a small file can unpack to: 96 MB with four channels.
const MAX_PIXELS = 24_000_000;
const TIMEOUT_SECONDS = 10;
/** Around a logo with transparent parts. */
const PADDING_PX = 16;

// One at a time, so that the memory for decoding is limited.
const queue = pLimit(1);

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString("latin1") === text;

/** Whether the content, whatever the file's name, is of a format that is decoded. SVG is not: it can hold scripts. */
const isImage = (bytes: Uint8Array): boolean =>
  startsWith(bytes, "\x89PNG\r\n\x1a\n") ||
  startsWith(bytes, "\xff\xd8\xff") ||
  startsWith(bytes, "GIF8") ||
  (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8));

export type Logo = {
  image: Uint8Array;
  widthPx: number;
  heightPx: number;
  /** SHA-256 of the image. */
  hash: Uint8Array;
};

/**
 * Decodes an image file and encodes its pixels again: an opaque PNG of at most 512 by 256 pixels and 200 KB,
 * without metadata. Of an animation, the first frame. Refuses: invalid_request (`image`).
 */
export async function encodeLogo(bytes: Uint8Array): Promise<Logo> {
  if (bytes.length > MAX_LOGO_BYTES) throw invalidField("image", "must be at most 2 MB");
  if (!isImage(bytes)) throw invalidField("image", "must be a PNG, JPEG, WebP or GIF image");
  // Loaded on first use, because it is large and rarely needed.
  const { default: sharp } = await import("sharp");
  return await queue(() =>
    encode(sharp, bytes).catch((error: Error) => {
      if (error.message.includes("pixel limit")) {
        throw invalidField("image", "must have at most 24 megapixels");
      }
      throw invalidField("image", "can't be read as an image; the file may be damaged");
    }),
  );
}

async function encode(sharp: typeof OpenImage, bytes: Uint8Array): Promise<Logo> {
  const read = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "error" })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient();
  const { background, isTransparent } = await backgroundFor(read());
  const padding = isTransparent ? PADDING_PX : 0;
  const prepared = read()
    .resize({
      width: MAX_WIDTH_PX - 2 * padding,
      height: MAX_HEIGHT_PX - 2 * padding,
      fit: "inside",
      withoutEnlargement: true,
    })
    .flatten({ background })
    .extend({ top: padding, bottom: padding, left: padding, right: padding, background })
    .toColorspace("srgb");
  const { data, info } = await toPng(prepared);
  return { image: data, widthPx: info.width, heightPx: info.height, hash: sha256(data) };
}

/** With 256 colors if it is too large otherwise: at most a byte for each pixel, so that it always fits. */
async function toPng(image: Sharp) {
  const exact = await image
    .clone()
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  if (exact.data.length <= MAX_STORED_BYTES) return exact;
  return await image.png({ palette: true }).toBuffer({ resolveWithObject: true });
}

const SAMPLE_PX = 64;
const LIGHT = 200;

/**
 * What shows through a logo's transparent parts: white, or a dark gray if its visible parts are light. Logos
 * are shown on white emails and on cards of any color.
 */
async function backgroundFor(image: Sharp) {
  const pixels = await image
    .resize({ width: SAMPLE_PX, height: SAMPLE_PX, fit: "inside" })
    .toColorspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer();
  let [alphas, lights, count] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4, count++) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    alphas += alpha;
    lights += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
  const isTransparent = alphas < 255 * count;
  const isLight = alphas > 0 && lights / alphas > LIGHT;
  return { isTransparent, background: isTransparent && isLight ? "#1f1c18" : "#ffffff" };
}
