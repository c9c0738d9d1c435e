import { code128PathOf } from "@/lib/documents/code128-path";
import { qrPathOf } from "@/lib/documents/qr-path";

export type CodeFormat = "qr" | "code128";
/** A picture in shades of gray: 0 is black, 255 is white. Row by row from the top. */
export type Picture = { width: number; height: number; gray: Uint8Array };

const HEIGHT_OF_BARS = 0.4;

/** The bars or modules of a code as the product prints it, with its quiet zone, in modules. */
function modulesOf(text: string, format: CodeFormat) {
  const { path, ...size } = format === "qr" ? qrPathOf(text) : code128PathOf(text);
  const width = "width" in size ? size.width : size.size;
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, run]) => ({
    x: Number(x),
    y: Number(y),
    run: Number(run),
  }));
  return { width, rows: format === "qr" ? width : 1, runs };
}

/** A code on white paper in the middle of a picture of this size, as large as whole pixels allow. */
export function pictureOf(
  text: string,
  format: CodeFormat,
  { width, height }: { width: number; height: number },
): Picture {
  const code = modulesOf(text, format);
  const isQr = format === "qr";
  const scale = Math.floor(Math.min(width / code.width, isQr ? height / code.rows : Infinity));
  if (scale < 1) throw new RangeError("The picture is too small for the code.");
  const rowHeight = isQr ? scale : Math.floor(height * HEIGHT_OF_BARS);
  const left = Math.floor((width - code.width * scale) / 2);
  const top = Math.floor((height - code.rows * rowHeight) / 2);
  const gray = new Uint8Array(width * height).fill(255);
  for (const { x, y, run } of code.runs) {
    for (let row = top + y * rowHeight; row < top + (y + 1) * rowHeight; row++) {
      const start = row * width + left + x * scale;
      gray.fill(0, start, start + run * scale);
    }
  }
  return { width, height, gray };
}
