import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const MM_PER_INCH = 25.4;
const POINTS_PER_MM = 72 / MM_PER_INCH;

type Canvas = {
  canvas: { width: number; height: number };
  context: CanvasRenderingContext2D;
};

type Box = { left: number; top: number; right: number; bottom: number };

/** What a printer or a scanner sees of a page. Positions are in mm from the top left corner. */
type Drawing = {
  /** `#rrggbb` */
  colorAt: (x: number, y: number) => string;
  /** The pixels of an area. */
  cut: (area: Box) => ImageData;
};

/** The pages of a PDF: their size in mm, their text, and a function that draws them. */
export async function pdfPagesOf(data: Uint8Array) {
  const file = await getDocument({ data, verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: file.numPages }, async (_, index) => {
      const page = await file.getPage(index + 1);
      const { items } = await page.getTextContent();
      const [, , width = 0, height = 0] = page.view;
      const draw = async (dpi = 300): Promise<Drawing> => {
        const pixelsPerMm = dpi / MM_PER_INCH;
        const viewport = page.getViewport({ scale: pixelsPerMm / POINTS_PER_MM });
        const [w, h] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
        const factory = file.canvasFactory as { create: (w: number, h: number) => Canvas };
        const { context } = factory.create(w, h);
        await page.render({ canvasContext: context, viewport }).promise;
        const cut = ({ left, top, right, bottom }: Box) => {
          const [x, y, end, last] = [left, top, right, bottom].map((mm) =>
            Math.floor(mm * pixelsPerMm),
          ) as [number, number, number, number];
          return context.getImageData(x, y, Math.max(1, end - x), Math.max(1, last - y));
        };
        const colorAt = (x: number, y: number) => {
          const { data } = cut({ left: x, top: y, right: x, bottom: y });
          return `#${Buffer.from(data.slice(0, 3)).toString("hex")}`;
        };
        return { colorAt, cut };
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
