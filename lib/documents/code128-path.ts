import JsBarcode from "jsbarcode";

/** The quiet zone that scanners need on each side of a Code 128, in modules. */
export const CODE128_QUIET_MODULES = 10;

/**
 * A card's code in Code 128 as an SVG path of bars, 1 unit high, to be stretched. Without the dashes that it is
 * printed with, which would make it wider; digits take half the width. `width` is in modules, with the quiet zones.
 * Throws for characters outside ASCII.
 */
export function code128PathOf(code: string): { path: string; width: number } {
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, code.replaceAll("-", ""), { format: "CODE128" });
  const modules = drawn.encodings?.map(({ data }) => data).join("") ?? "";
  const bars = [...modules.matchAll(/1+/g)].map(({ index, 0: { length } }) => {
    return `M${index + CODE128_QUIET_MODULES} 0h${length}v1h-${length}z`;
  });
  return { path: bars.join(""), width: modules.length + 2 * CODE128_QUIET_MODULES };
}
