import type { default as OpenImage, Sharp } from "sharp";

/** Points of an icon in mails and on the lock screen, and of the space for a logo. */
const ICON_POINTS = 29;
const LOGO_POINTS = { width: 160, height: 50 };
const SCALES = [1, 2, 3] as const;

type Drawn = { color: string; ink: string };

/** A card in the store's colors, for a store without a logo. */
const defaultIcon = ({ color, ink }: Drawn) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29">
    <rect width="29" height="29" fill="${color}"/>
    <rect x="5" y="8" width="19" height="13" rx="2" fill="none" stroke="${ink}" stroke-width="1.6"/>
    <rect x="5" y="11.5" width="19" height="2.6" fill="${ink}"/></svg>`);

const nameOf = (name: string, scale: number) => `${name}${scale === 1 ? "" : `@${scale}x`}.png`;

const iconFrom = (sharp: typeof OpenImage, logo: Uint8Array | null, drawn: Drawn): Sharp =>
  logo
    ? // The logo is opaque, so its own edge is the best background.
      sharp(logo)
    : sharp(defaultIcon(drawn), { density: 72 * Math.max(...SCALES) });

/**
 * The images of a pass as PNG, by file name: icons of 29, 58 and 87 pixels, and the store's logo if it has one, which
 * is a PNG.
 */
export async function passImages(
  logo: Uint8Array | null,
  drawn: Drawn,
): Promise<Record<string, Buffer>> {
  // Loaded on first use, because it is large and rarely needed.
  const { default: sharp } = await import("sharp");
  const icons = SCALES.map(async (scale) => {
    const size = ICON_POINTS * scale;
    const image = iconFrom(sharp, logo, drawn)
      .resize({ width: size, height: size, fit: "contain", background: "#ffffff" })
      .flatten({ background: "#ffffff" });
    return [nameOf("icon", scale), await image.png().toBuffer()] as const;
  });
  const logos = SCALES.map(async (scale) => {
    if (!logo) return [];
    const { width, height } = LOGO_POINTS;
    const image = sharp(logo).resize({
      width: width * scale,
      height: height * scale,
      fit: "inside",
    });
    return [[nameOf("logo", scale), await image.png().toBuffer()] as const];
  });
  return Object.fromEntries([...(await Promise.all(icons)), ...(await Promise.all(logos)).flat()]);
}
