import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { create } from "qrcode";
import type { PrintedCard, Sheet } from "../batches/codes";
import { DEFAULT_LOCALE } from "../i18n/languages";
import { textsOf } from "../i18n/texts";
import { decimalsOf, decimalText } from "../money";

type Pdf = InstanceType<typeof PDFDocument>;
type Position = { x: number; y: number };

const POINTS_PER_MM = 72 / 25.4;
/** A card has the size of a bank card; 10 fit on an A4 page, in 2 columns. */
const CARD_LAYOUT = {
  width: 85.6 * POINTS_PER_MM,
  height: 54 * POINTS_PER_MM,
  padding: 6 * POINTS_PER_MM,
};
const PAGE_LAYOUT = {
  left: 19.4 * POINTS_PER_MM,
  top: 13.5 * POINTS_PER_MM,
  columns: 2,
  cards: 10,
};
const QR_SIZE = 27 * POINTS_PER_MM;

const SMALL_FONT_SIZE = 6;

const INK_COLOR = "#1f1c18";
const MUTED_COLOR = "#5f594f";
const CUT_LINE_COLOR = "#b9b2a6";

// The product's own fonts cover more characters than the standard PDF fonts.
const FONTS_FOLDER = join("node_modules", "geist", "dist", "fonts");
const REGULAR = join(FONTS_FOLDER, "geist-sans", "Geist-Regular.ttf");
const SEMIBOLD = join(FONTS_FOLDER, "geist-sans", "Geist-SemiBold.ttf");
const MONO = join(FONTS_FOLDER, "geist-mono", "GeistMono-Medium.ttf");

/** Draws a batch's cards, with their codes as QR codes, on A4 at bank card size, 10 per page. */
export function drawSheet(sheet: Sheet): AsyncIterable<Buffer> {
  const info = { Title: sheet.batch, Author: sheet.store, Creator: "Scrip", Producer: "Scrip" };
  const pdf = new PDFDocument({ size: "A4", margin: 0, autoFirstPage: false, font: REGULAR, info });
  drawPages(pdf, sheet).catch((error) => pdf.destroy(error));
  return pdf;
}

async function drawPages(pdf: Pdf, sheet: Sheet): Promise<void> {
  for (let first = 0; first < sheet.cards.length; first += PAGE_LAYOUT.cards) {
    pdf.addPage();
    sheet.cards.slice(first, first + PAGE_LAYOUT.cards).forEach((card, n) => {
      const x = PAGE_LAYOUT.left + (n % PAGE_LAYOUT.columns) * CARD_LAYOUT.width;
      const y = PAGE_LAYOUT.top + Math.floor(n / PAGE_LAYOUT.columns) * CARD_LAYOUT.height;
      drawCard(pdf, sheet, card, { x, y });
    });
    // Lets the process do other work between two pages.
    await setImmediate();
  }
  pdf.end();
}

function drawCard(pdf: Pdf, sheet: Sheet, card: PrintedCard, { x, y }: Position): void {
  pdf.rect(x, y, CARD_LAYOUT.width, CARD_LAYOUT.height).lineWidth(0.5).stroke(CUT_LINE_COLOR);
  const texts = textsOf(DEFAULT_LOCALE, "print");
  const left = x + CARD_LAYOUT.padding;
  const right = x + CARD_LAYOUT.width - CARD_LAYOUT.padding;
  // The QR code's quiet zone may extend into the padding.
  drawQrCode(pdf, card.code, {
    x: right - QR_SIZE + 2 * POINTS_PER_MM,
    y: y + CARD_LAYOUT.padding - 2 * POINTS_PER_MM,
  });

  const width = CARD_LAYOUT.width - 2 * CARD_LAYOUT.padding - QR_SIZE;
  const store = { width, height: 32, ellipsis: true };
  pdf.font(SEMIBOLD, 12).fillColor(INK_COLOR);
  pdf.text(sheet.store, left, y + CARD_LAYOUT.padding, store);
  pdf
    .font(REGULAR, 8)
    .fillColor(MUTED_COLOR)
    .text(texts("giftCard"), left, pdf.y + 2, { width });
  if (sheet.amountCents !== null) {
    const amount = moneyOf(sheet.amountCents, card.currency);
    pdf
      .font(SEMIBOLD, 14)
      .fillColor(INK_COLOR)
      .text(amount, left, pdf.y + 6, { width });
  }

  const bottom = y + CARD_LAYOUT.height - CARD_LAYOUT.padding;
  const unpaid = card.status === "inactive" ? `${texts("inactive")} ` : "";
  const line = { lineBreak: false };
  pdf
    .font(MONO, 10.5)
    .fillColor(INK_COLOR)
    .text(card.code, left, bottom - 31, line);
  const balance = texts("balance", { page: sheet.balancePage });
  // A truncated URL is useless, so a long one is printed smaller.
  pdf.font(REGULAR, SMALL_FONT_SIZE).fillColor(MUTED_COLOR);
  pdf.fontSize(SMALL_FONT_SIZE * Math.min(1, (right - left) / pdf.widthOfString(balance)));
  pdf.text(balance, left, bottom - 17, line);
  pdf.fontSize(SMALL_FONT_SIZE);
  pdf.text(`${unpaid}${texts("number", { number: card.place })}`, left, bottom - 8, line);
}

/** An amount in a locale-neutral format: "USD 25.00". */
const moneyOf = (amountCents: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  const amount = decimalText(amountCents, currency) as Intl.StringNumericLiteral;
  const bounds = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${currency} ${new Intl.NumberFormat("en", bounds).format(amount)}`;
};

// The quiet zone that scanners need around a QR code, in modules.
const QUIET_ZONE_MODULES = 4;

function drawQrCode(pdf: Pdf, code: string, { x, y }: Position): void {
  const { modules } = create(code, { errorCorrectionLevel: "M" });
  const scale = QR_SIZE / (modules.size + 2 * QUIET_ZONE_MODULES);
  pdf.save().translate(x, y).scale(scale).path(qrSvgPath(modules)).fill("#000000").restore();
}

type QrModules = { size: number; get: (row: number, column: number) => number };

/** A path with one rectangle for each run of dark modules in a row. */
function qrSvgPath(modules: QrModules): string {
  const { size } = modules;
  const stretches: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0, end = 0; column < size; column = end + 1) {
      end = column;
      while (end < size && modules.get(row, end)) end++;
      const width = end - column;
      if (width > 0) {
        stretches.push(
          `M${column + QUIET_ZONE_MODULES} ${row + QUIET_ZONE_MODULES}h${width}v1h-${width}z`,
        );
      }
    }
  }
  return stretches.join("");
}
