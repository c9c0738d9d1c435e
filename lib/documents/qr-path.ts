import { create } from "qrcode";

// The quiet zone that scanners need around a QR code, in modules.
const QUIET_ZONE_MODULES = 4;

/** A QR code as an SVG path with one rectangle for each run of dark modules in a row. `size` includes the quiet zone. */
export function qrPathOf(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const { size } = modules;
  const runs: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0, end = 0; column < size; column = end + 1) {
      end = column;
      while (end < size && modules.get(row, end)) end++;
      const width = end - column;
      if (width > 0) {
        const [x, y] = [column + QUIET_ZONE_MODULES, row + QUIET_ZONE_MODULES];
        runs.push(`M${x} ${y}h${width}v1h-${width}z`);
      }
    }
  }
  return { path: runs.join(""), size: size + 2 * QUIET_ZONE_MODULES };
}
