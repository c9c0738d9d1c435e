import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { create } from "qrcode";
import type { PrintedCard, Sheet } from "../batches/codes";
import { decimalsOf, decimalText } from "../money";

type Pdf = InstanceType<typeof PDFDocument>;
type Spot = { x: number; y: number };

const MM = 72 / 25.4;
/** A card has the size of a bank card; 10 fit on an A4 page, in 2 columns. */
const CARD = { width: 85.6 * MM, height: 54 * MM, padding: 6 * MM };
const PAGE = { left: 19.4 * MM, top: 13.5 * MM, columns: 2, cards: 10 };
const QR_SIZE = 27 * MM;

const SMALL = 6;

const INK = "#1f1c18";
const MUTED = "#5f594f";
const CUT = "#b9b2a6";

// The product's own fonts cover more characters than the standard PDF fonts.
const FONTS = join("node_modules", "geist", "dist", "fonts");
const REGULAR = join(FONTS, "geist-sans", "Geist-Regular.ttf");
const SEMIBOLD = join(FONTS, "geist-sans", "Geist-SemiBold.ttf");
const MONO = join(FONTS, "geist-mono", "GeistMono-Medium.ttf");

/** Draws a batch's cards, with their codes as QR codes, on A4 at bank card size, 10 per page. */
export function drawSheet(sheet: Sheet): AsyncIterable<Buffer> {
  const info = { Title: sheet.batch, Author: sheet.store, Creator: "Scrip", Producer: "Scrip" };
  const pdf = new PDFDocument({ size: "A4", margin: 0, autoFirstPage: false, font: REGULAR, info });
  drawPages(pdf, sheet).catch((error) => pdf.destroy(error));
  return pdf;
}

async function drawPages(pdf: Pdf, sheet: Sheet): Promise<void> {
  for (let first = 0; first < sheet.cards.length; first += PAGE.cards) {
    pdf.addPage();
    sheet.cards.slice(first, first + PAGE.cards).forEach((card, n) => {
      const x = PAGE.left + (n % PAGE.columns) * CARD.width;
      const y = PAGE.top + Math.floor(n / PAGE.columns) * CARD.height;
      drawCard(pdf, sheet, card, { x, y });
    });
    // Lets the process do other work between two pages.
    await setImmediate();
  }
  pdf.end();
}

function drawCard(pdf: Pdf, sheet: Sheet, card: PrintedCard, { x, y }: Spot): void {
  pdf.rect(x, y, CARD.width, CARD.height).lineWidth(0.5).stroke(CUT);
  const left = x + CARD.padding;
  const right = x + CARD.width - CARD.padding;
  // The QR code's quiet zone may extend into the padding.
  drawQrCode(pdf, card.code, { x: right - QR_SIZE + 2 * MM, y: y + CARD.padding - 2 * MM });

  const width = CARD.width - 2 * CARD.padding - QR_SIZE;
  const store = { width, height: 32, ellipsis: true };
  pdf.font(SEMIBOLD, 12).fillColor(INK);
  pdf.text(sheet.store, left, y + CARD.padding, store);
  pdf
    .font(REGULAR, 8)
    .fillColor(MUTED)
    .text("Gift card", left, pdf.y + 2, { width });
  if (sheet.amountCents !== null) {
    const amount = moneyOf(sheet.amountCents, card.currency);
    pdf
      .font(SEMIBOLD, 14)
      .fillColor(INK)
      .text(amount, left, pdf.y + 6, { width });
  }

  const bottom = y + CARD.height - CARD.padding;
  const unpaid = card.status === "inactive" ? "Can be spent once it has been paid for. " : "";
  const line = { lineBreak: false };
  pdf
    .font(MONO, 10.5)
    .fillColor(INK)
    .text(card.code, left, bottom - 31, line);
  const balance = `Balance: ${sheet.balancePage}`;
  // A truncated URL is useless, so a long one is printed smaller.
  pdf.font(REGULAR, SMALL).fillColor(MUTED);
  pdf.fontSize(SMALL * Math.min(1, (right - left) / pdf.widthOfString(balance)));
  pdf.text(balance, left, bottom - 17, line);
  pdf.fontSize(SMALL);
  pdf.text(`${unpaid}No. ${card.place}`, left, bottom - 8, line);
}

/** An amount in a locale-neutral format: "USD 25.00". */
const moneyOf = (amountCents: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  const amount = decimalText(amountCents, currency) as Intl.StringNumericLiteral;
  const bounds = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${currency} ${new Intl.NumberFormat("en", bounds).format(amount)}`;
};

// The quiet zone that scanners need around a QR code, in modules.
const MARGIN = 4;

function drawQrCode(pdf: Pdf, code: string, { x, y }: Spot): void {
  const { modules } = create(code, { errorCorrectionLevel: "M" });
  const scale = QR_SIZE / (modules.size + 2 * MARGIN);
  pdf.save().translate(x, y).scale(scale).path(pathOf(modules)).fill("#000000").restore();
}

type Modules = { size: number; get: (row: number, column: number) => number };

/** A path with one rectangle for each run of dark modules in a row. */
function pathOf(modules: Modules): string {
  const { size } = modules;
  const stretches: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0, end = 0; column < size; column = end + 1) {
      end = column;
      while (end < size && modules.get(row, end)) end++;
      const width = end - column;
      if (width > 0) {
        stretches.push(`M${column + MARGIN} ${row + MARGIN}h${width}v1h-${width}z`);
      }
    }
  }
  return stretches.join("");
}
