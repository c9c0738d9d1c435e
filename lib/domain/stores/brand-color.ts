/** A color as stored and sent: lowercase hexadecimal RGB. */
export const BRAND_COLOR = /^#[0-9a-f]{6}$/;

/** The color of a store that chose none, where one is needed. */
export const DEFAULT_BRAND_COLOR = "#12573d";

type Ink = "#000000" | "#ffffff";

/** WCAG's minimum for text. */
const MIN_TEXT_CONTRAST = 4.5;
/** WCAG's minimum for the outline of a button. */
const MIN_SHAPE_CONTRAST = 3;

const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** WCAG's relative luminance, from 0 for black to 1 for white. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast ratio of two colors (`#rrggbb`), from 1 to 21. */
export function contrastBetween(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The text color on a brand color: white where it reaches 4.5:1, else black, which then reaches more. */
export const inkOn = (color: string): Ink =>
  contrastBetween(color, "#ffffff") >= MIN_TEXT_CONTRAST ? "#ffffff" : "#000000";

/** Whether a shape in this color is hard to see on a page of another color. */
const isFaintOn = (page: string, color: string): boolean =>
  contrastBetween(color, page) < MIN_SHAPE_CONTRAST;

/** Whether a shape in this color is hard to see on a white page. */
export const isPale = (color: string): boolean => isFaintOn("#ffffff", color);

/** The surface of the dark theme in app/globals.css. */
const DARK_SURFACE = "#1c1b18";

/** Whether a shape in this color is hard to see in the dark theme. */
export const isDim = (color: string): boolean => isFaintOn(DARK_SURFACE, color);

const SHADE_PART = 0.18;

/** The end of a card's gradient: the color moved away from its text, so that the contrast only grows. */
export function shadeOf(color: string): string {
  const target = inkOn(color) === "#ffffff" ? 0 : 255;
  const mixed = channelsOf(color).map((channel) =>
    Math.round(channel + (target - channel) * SHADE_PART)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${mixed.join("")}`;
}
