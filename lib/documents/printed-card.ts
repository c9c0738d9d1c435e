import { localeOf } from "@/lib/base/i18n/languages";
import { textsOf } from "@/lib/base/i18n/texts";
import { localizedMoney } from "@/lib/base/money";
import type { PrintedCard, Sheet } from "@/lib/domain/batches/codes";
import { inkOn } from "@/lib/domain/stores/brand-color";
import { CODE128_QUIET_MODULES, code128PathOf } from "./code128-path";
import { type FontFamily, MONO_FONT, REGULAR_FONT, SEMIBOLD_FONT } from "./font-files";
import { INK_COLOR, MUTED_COLOR, type Pdf } from "./pdf";
import { replaceUnprintable } from "./pdf-fonts";
import { drawLine, drawLines, lineHeightOf, lineOf, linesOf } from "./pdf-text";
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
const MAX_NAME_LINES = 2;

/** Returns a function that draws a card with the store's color, logo and name at a place of the page. */
export function cardDrawer(pdf: Pdf, sheet: Sheet) {
  const { store } = sheet;
  const texts = mapTexts(cardTexts(store, sheet.balancePage), printableText);
  const logo = store.logo && {
    ...store.logo,
    // As text, by which pdfkit knows an image again, so that the file contains it once.
    url: `data:image/png;base64,${Buffer.from(store.logo.image).toString("base64")}`,
  };
  return (card: PrintedCard, { x, y }: Position): void => {
    pdf.save().translate(x * MM, y * MM);
    drawBand(pdf, texts.name, store.color, logo);
    drawValue(pdf, texts.giftCard, sheet, card);
    drawQrCode(pdf, card.code);
    drawBarcode(pdf, card.code);
    drawDetails(pdf, texts, sheet, card);
    pdf.restore();
  };
}

type CardTexts = Record<"name" | "giftCard" | "inactive" | "balance" | "help" | "terms", string>;

/** The texts on each of a store's cards, some of them empty. */
function cardTexts(store: Sheet["store"], balancePage: string): CardTexts {
  const texts = textsOf(store.language, "print");
  const contact = store.supportEmail ?? store.supportPhone;
  return {
    name: store.name,
    giftCard: texts("giftCard"),
    inactive: texts("inactive"),
    balance: texts("balance", { page: balancePage }),
    help: contact ? texts("help", { contact }) : "",
    terms: store.termsUrl
      ? texts("terms", { page: store.termsUrl.replace(/^https:\/\//, "") })
      : "",
  };
}

const mapTexts = (texts: CardTexts, change: (text: string) => string): CardTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, change(text)]),
  ) as CardTexts;

/** A text without the characters that no font has. */
const printableText = (text: string): string =>
  replaceUnprintable(text, () => "")
    .replace(/ {2,}/g, " ")
    .trim();

/** Each of the characters on a store's cards that no font has, such as emoji. They are left out when printing. */
export function unprintableOnCards({
  store,
  balancePage,
}: Pick<Sheet, "store" | "balancePage">): string[] {
  const characters = new Set<string>();
  const collect = (grapheme: string) => {
    characters.add(grapheme);
    return "";
  };
  mapTexts(cardTexts(store, balancePage), (text) => replaceUnprintable(text, collect));
  return [...characters];
}

type Logo = { url: string; widthPx: number; heightPx: number };

/** The store's name, after its logo on white, on its color. */
function drawBand(pdf: Pdf, name: string, color: string | null, logo: Logo | null): void {
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
  const widthPt = (CARD_MM.width - left - PADDING_MM) * MM;
  const style = { font: SEMIBOLD_FONT, sizePt: 12 };
  const lines = linesOf(pdf, name, style, widthPt, MAX_NAME_LINES);
  const y = (BAND_MM * MM - lines.length * lineHeightOf(style)) / 2;
  pdf.fillColor(color ? inkOn(color) : INK_COLOR);
  drawLines(pdf, lines, { x: left * MM, y, widthPt });
}

function drawValue(pdf: Pdf, label: string, sheet: Sheet, card: PrintedCard): void {
  const width = LEFT_WIDTH_MM;
  const labelBox = { y: 14.5, font: REGULAR_FONT, size: 9, width, color: MUTED_COLOR };
  drawFitted(pdf, label, labelBox);
  if (sheet.amountCents === null) return;
  const amount = localizedMoney(sheet.amountCents, card.currency, localeOf(sheet.store.language));
  drawFitted(pdf, amount, { y: 18.5, font: SEMIBOLD_FONT, size: 18, width, color: INK_COLOR });
}

/** The code, where to check the balance, and whom to ask. */
function drawDetails(pdf: Pdf, texts: CardTexts, sheet: Sheet, card: PrintedCard): void {
  const number = textsOf(sheet.store.language, "print")("number", { number: String(card.place) });
  const width = CARD_MM.width - 2 * PADDING_MM;
  const codeBox = { y: 29, font: MONO_FONT, size: 10.5, width: LEFT_WIDTH_MM, color: INK_COLOR };
  drawFitted(pdf, card.code, codeBox);
  const small = { font: REGULAR_FONT, size: SMALL_SIZE, width, color: MUTED_COLOR };
  const help = [texts.help, texts.terms].filter(Boolean);
  const together = help.join(" · ");
  const style = { font: REGULAR_FONT, sizePt: SMALL_SIZE };
  [
    texts.balance,
    card.status === "inactive" ? `${texts.inactive} ${number}` : number,
    ...(lineOf(pdf, together, style).widthPt > width * MM ? help : [together]),
  ].forEach((text, index) => {
    drawFitted(pdf, text, { ...small, y: 43.4 + index * 2.5 });
  });
}

type FittedLine = { y: number; font: FontFamily; size: number; width: number; color: string };

/** A line of text, smaller if it is too long: a truncated code or URL is useless. */
function drawFitted(pdf: Pdf, text: string, { y, font, size, width, color }: FittedLine): void {
  const line = lineOf(pdf, text, { font, sizePt: size });
  const scale = (width * MM) / line.widthPt;
  const fitted = scale < 1 ? lineOf(pdf, text, { font, sizePt: size * scale }) : line;
  pdf.fillColor(color);
  drawLine(pdf, fitted, PADDING_MM * MM, y * MM);
}

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
