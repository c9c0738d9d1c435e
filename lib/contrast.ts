const CHANNELS = [1, 3, 5] as const;
const WEIGHTS = [0.2126, 0.7152, 0.0722] as const;

/** The relative luminance of a color (`#rrggbb`), from 0 to 1, as WCAG defines it. */
function luminanceOf(color: string): number {
  const linear = CHANNELS.map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return WEIGHTS.reduce((sum, weight, index) => sum + weight * (linear[index] ?? 0), 0);
}

/** The contrast ratio of two colors (`#rrggbb`), from 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** White or black, whichever is easier to read on a background (`#rrggbb`): always at least 4.5:1. */
export const textColorOn = (background: string): string =>
  contrastOf("#ffffff", background) >= contrastOf("#000000", background) ? "#ffffff" : "#000000";
