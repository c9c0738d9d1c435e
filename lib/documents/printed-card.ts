import { type Texts, textsOf } from "@/lib/base/i18n/texts";
import { decimalsOf, decimalText } from "@/lib/base/money";
import type { PrintedCard, Sheet } from "@/lib/domain/batches/codes";
import { inkOn } from "@/lib/domain/stores/brand-color";
import { CODE128_QUIET_MODULES, code128PathOf } from "./code128-path";
import { INK_COLOR, MONO_FONT, MUTED_COLOR, type Pdf, REGULAR_FONT, SEMIBOLD_FONT } from "./pdf";
import { qrPathOf } from "./qr-path";

/** In millimeters, from the top left corner of the page. */
type Position = { x: number; y: number };
type Size = { width: number; height: number };

/** Points in a millimeter. */
export const MM = 72 / 25.4;
/** The size of a bank card (CR80). */
export const CARD_MM = { width: 85.6, height: 54 };
const PADDING_MM = 5;
const BAND_MM = 12;
/** With its quiet zone, which extends into the padding. */
const QR_MM = 22;
// Printers draw bars of whole dots: 2 at 203 dpi, 3 at 300 dpi, 6 at 600 dpi.
const BAR_CODE_MODULE_MM = 0.254;
const BAR_CODE_HEIGHT_MM = 8;
const LOGO_MM = { width: 26, height: 9 };
const LEFT_WIDTH_MM = CARD_MM.width - 2 * PADDING_MM - QR_MM;

const SMALL_SIZE = 6;

/** Returns a function that draws a card with the store's color, logo and name at a place of the page. */
export function cardDrawer(pdf: Pdf, sheet: Sheet) {
  const { store } = sheet;
  const texts = textsOf(store.language, "print");
  const logo = store.logo && {
    ...store.logo,
    // As text, by which pdfkit knows an image again, so that the file contains it once.
    url: `data:image/png;base64,${Buffer.from(store.logo.image).toString("base64")}`,
  };
  return (card: PrintedCard, { x, y }: Position): void => {
    pdf.save().translate(x * MM, y * MM);
    drawBand(pdf, store, logo);
    drawValue(pdf, texts, sheet, card);
    drawQrCode(pdf, card.code);
    drawBarcode(pdf, card.code);
    drawLines(pdf, texts, sheet, card);
    pdf.restore();
  };
}

type Logo = { url: string; widthPx: number; heightPx: number };

/** The store's name, after its logo on white, on its color. */
function drawBand(pdf: Pdf, { name, color }: Sheet["store"], logo: Logo | null): void {
  if (color) pdf.rect(0, 0, CARD_MM.width * MM, BAND_MM * MM).fill(color);
  let left = PADDING_MM;
  if (logo) {
    const scale = Math.min(LOGO_MM.width / logo.widthPx, LOGO_MM.height / logo.heightPx);
    const [width, height] = [logo.widthPx * scale, logo.heightPx * scale];
    const top = (BAND_MM - height) / 2;
    const edge = 1;
    if (color) {
      const [w, h] = [(width + 2 * edge) * MM, (height + 2 * edge) * MM];
      pdf.roundedRect((left - edge) * MM, (top - edge) * MM, w, h, edge * MM).fill("#ffffff");
    }
    pdf.image(logo.url, left * MM, top * MM, { width: width * MM, height: height * MM });
    left += width + 3;
  }
  const width = (CARD_MM.width - left - PADDING_MM) * MM;
  pdf.font(SEMIBOLD_FONT, 12).fillColor(color ? inkOn(color) : INK_COLOR);
  const height = Math.min(pdf.heightOfString(name, { width }), 2 * pdf.currentLineHeight(true));
  pdf.text(name, left * MM, (BAND_MM * MM - height) / 2, { width, height, ellipsis: true });
}

function drawValue(pdf: Pdf, texts: Texts<"print">, sheet: Sheet, card: PrintedCard): void {
  pdf.font(REGULAR_FONT, 9).fillColor(MUTED_COLOR);
  pdf.text(texts("giftCard"), PADDING_MM * MM, 14.5 * MM, { lineBreak: false });
  if (sheet.amountCents === null) return;
  const amount = moneyOf(sheet.amountCents, card.currency);
  pdf.font(SEMIBOLD_FONT);
  drawLine(pdf, amount, { y: 18.5, size: 18, width: LEFT_WIDTH_MM, color: INK_COLOR });
}

/** The code, where to check the balance, and whom to ask. */
function drawLines(pdf: Pdf, texts: Texts<"print">, sheet: Sheet, card: PrintedCard): void {
  const { supportEmail, supportPhone, termsUrl } = sheet.store;
  const contact = supportEmail ?? supportPhone;
  const number = texts("number", { number: String(card.place) });
  const help = contact ? [texts("help", { contact })] : [];
  const terms = termsUrl ? [texts("terms", { page: termsUrl.replace(/^https:\/\//, "") })] : [];
  const width = CARD_MM.width - 2 * PADDING_MM;
  pdf.font(MONO_FONT);
  drawLine(pdf, card.code, { y: 29, size: 10.5, width: LEFT_WIDTH_MM, color: INK_COLOR });
  pdf.font(REGULAR_FONT, SMALL_SIZE);
  const together = [...help, ...terms].join(" · ");
  [
    texts("balance", { page: sheet.balancePage }),
    card.status === "inactive" ? `${texts("inactive")} ${number}` : number,
    ...(pdf.widthOfString(together) > width * MM ? [...help, ...terms] : [together]),
  ].forEach((text, index) => {
    drawLine(pdf, text, { y: 43.4 + index * 2.5, size: SMALL_SIZE, width, color: MUTED_COLOR });
  });
}

type Line = { y: number; size: number; width: number; color: string };

/** A line of text, smaller if it is too long: a truncated code or URL is useless. */
function drawLine(pdf: Pdf, text: string, { y, size, width, color }: Line): void {
  pdf.fontSize(size);
  const scale = Math.min(1, (width * MM) / Math.max(1, pdf.widthOfString(text)));
  pdf.fontSize(size * scale).fillColor(color);
  pdf.text(text, PADDING_MM * MM, y * MM, { lineBreak: false });
}

/** An amount in a locale-neutral format: "USD 25.00". */
const moneyOf = (amountCents: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  const amount = decimalText(amountCents, currency) as Intl.StringNumericLiteral;
  const bounds = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${currency} ${new Intl.NumberFormat("en", bounds).format(amount)}`;
};

function drawQrCode(pdf: Pdf, code: string): void {
  const { path, size } = qrPathOf(code);
  const x = CARD_MM.width - QR_MM - 2;
  drawPath(pdf, path, { x, y: BAND_MM + 0.3, width: QR_MM / size, height: QR_MM / size });
}

/** Bars as wide as scanners like, or as the card allows. The first is below the text, where there is room. */
function drawBarcode(pdf: Pdf, code: string): void {
  const { path, width: modules } = code128PathOf(code);
  const edge = 1;
  const width = Math.min(BAR_CODE_MODULE_MM, (CARD_MM.width - 2 * edge) / modules);
  const x = Math.min(
    PADDING_MM - CODE128_QUIET_MODULES * width,
    CARD_MM.width - edge - modules * width,
  );
  drawPath(pdf, path, { x, y: 34.6, width, height: BAR_CODE_HEIGHT_MM });
}

/** Draws a path in black, with units of this width and height in mm. */
function drawPath(pdf: Pdf, path: string, { x, y, width, height }: Position & Size): void {
  pdf.save().translate(x * MM, y * MM);
  pdf
    .transform(width * MM, 0, 0, height * MM, 0, 0)
    .path(path)
    .fill("#000000");
  pdf.restore();
}
