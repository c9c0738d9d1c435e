import type { PrintedCard, Sheet } from "../batches/codes";
import { inkOn } from "../brand-color";
import { type Texts, textsOf } from "../i18n/texts";
import { decimalsOf, decimalText } from "../money";
import { INK_COLOR, MONO_FONT, MUTED_COLOR, type Pdf, REGULAR_FONT, SEMIBOLD_FONT } from "../pdf";
import { qrPathOf } from "../qr-path";

/** In millimeters, from the top left corner of the page. */
type Position = { x: number; y: number };

/** Points in a millimeter. */
export const MM = 72 / 25.4;
/** The size of a bank card (CR80). */
export const CARD_MM = { width: 85.6, height: 54 };
const PADDING_MM = 5;
const BAND_MM = 14;
const QR_MM = 27;
const LOGO_MM = { width: 26, height: 9 };

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
  pdf.text(texts("giftCard"), PADDING_MM * MM, 18 * MM, { lineBreak: false });
  if (sheet.amountCents === null) return;
  const amount = moneyOf(sheet.amountCents, card.currency);
  const width = CARD_MM.width - 2 * PADDING_MM - QR_MM;
  pdf.font(SEMIBOLD_FONT);
  drawLine(pdf, amount, { y: 23, size: 18, width, color: INK_COLOR });
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
  drawLine(pdf, card.code, { y: 38.8, size: 10.5, width, color: INK_COLOR });
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
  // Its quiet zone may extend into the padding.
  const x = CARD_MM.width - PADDING_MM - QR_MM + 3;
  const scale = (QR_MM * MM) / size;
  pdf
    .save()
    .translate(x * MM, (BAND_MM + 0.5) * MM)
    .scale(scale)
    .path(path)
    .fill("#000000");
  pdf.restore();
}
