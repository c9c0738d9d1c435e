import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { create } from "qrcode";

const POINTS_PER_MM = 72 / 25.4;
const PIXELS_PER_MM = 12;

type Canvas = {
  canvas: { width: number; height: number };
  context: CanvasRenderingContext2D;
};

/** The color of a pixel, at millimeters from the top left corner: `#rrggbb`. */
type ColorAt = (xMm: number, yMm: number) => string;

/** The pages of a PDF: their size in mm, their text, and a function that draws them. */
export async function pdfPagesOf(data: Uint8Array) {
  const file = await getDocument({ data, verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: file.numPages }, async (_, index) => {
      const page = await file.getPage(index + 1);
      const { items } = await page.getTextContent();
      const [, , width = 0, height = 0] = page.view;
      const draw = async (): Promise<ColorAt> => {
        const viewport = page.getViewport({ scale: PIXELS_PER_MM / POINTS_PER_MM });
        const [w, h] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
        const factory = file.canvasFactory as { create: (w: number, h: number) => Canvas };
        const { context } = factory.create(w, h);
        await page.render({ canvasContext: context, viewport }).promise;
        const { data: pixels } = context.getImageData(0, 0, w, h);
        return (xMm, yMm) => {
          const at = 4 * (Math.floor(yMm * PIXELS_PER_MM) * w + Math.floor(xMm * PIXELS_PER_MM));
          return `#${Buffer.from(pixels.slice(at, at + 3)).toString("hex")}`;
        };
      };
      return {
        widthMm: width / POINTS_PER_MM,
        heightMm: height / POINTS_PER_MM,
        text: items.map((item) => ("str" in item ? item.str : "")).join(""),
        draw,
      };
    }),
  );
}

type Box = { left: number; top: number; right: number; bottom: number };

/** The smallest box, in mm, around the black pixels of an area. */
function blackBox(colorAt: ColorAt, area: Box): Box {
  const step = 1 / PIXELS_PER_MM;
  const box = { left: area.right, top: area.bottom, right: area.left, bottom: area.top };
  for (let y = area.top; y < area.bottom; y += step) {
    for (let x = area.left; x < area.right; x += step) {
      if (colorAt(x, y) !== "#000000") continue;
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + step);
      box.bottom = Math.max(box.bottom, y + step);
    }
  }
  return box;
}

/** Whether the QR code in an area of a page, read from its pixels, is that of `text`; and its quiet zone. */
export function readsAs(colorAt: ColorAt, area: Box, text: string) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const box = blackBox(colorAt, area);
  const moduleMm = (box.right - box.left) / modules.size;
  let wrong = 0;
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      const color = colorAt(box.left + (column + 0.5) * moduleMm, box.top + (row + 0.5) * moduleMm);
      if (color !== (modules.get(row, column) ? "#000000" : "#ffffff")) wrong++;
    }
  }
  return { wrong, moduleMm };
}

/** The text of each page of a PDF. */
export async function pagesOfPdf(bytes: Uint8Array): Promise<string[]> {
  const file = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= file.numPages; number++) {
    const { items } = await (await file.getPage(number)).getTextContent();
    pages.push(
      items
        .map((item) => ("str" in item ? item.str : ""))
        .join(" ")
        .replace(/\s+/g, " "),
    );
  }
  return pages;
}
