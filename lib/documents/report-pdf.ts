import PDFDocument from "pdfkit";
import type { Cell, Columns } from "@/lib/api/contract/portal/file-columns";
import type { Heading } from "@/lib/api/contract/portal/report-headings";
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { textsOf } from "@/lib/base/i18n/texts";
import { localizedMoney } from "@/lib/base/money";
import { REGULAR_FONT, SEMIBOLD_FONT } from "./font-files";
import { INK_COLOR, MUTED_COLOR, type Pdf, turns } from "./pdf";
import { replaceUnprintable } from "./pdf-fonts";
import {
  drawLine,
  drawLines,
  lineHeightOf,
  lineOf,
  linesOf,
  type TextLine,
  type TextStyle,
} from "./pdf-text";

export type ReportHeading = Heading & { storeName: string; timeZone: string };

type Column = { width: number; align: "left" | "right" };

const t = textsOf(DEFAULT_LOCALE, "reports");

/** Bounds the time and memory of one file. The CSV has all rows. */
const MAX_ROWS = 5_000;
/** A row with more columns than fit on a page is drawn as a list of values. */
const MAX_COLUMNS = 12;
const MAX_UPRIGHT_COLUMNS = 6;
const MEASURED_ROWS = 200;
const MAX_COLUMN_WIDTH_PT = 220;

const MARGIN_PT = 40;
const FOOTER_HEIGHT_PT = 24;
const CELL_PADDING_PT = 5;
const ROW_PADDING_PT = 4;

// Digits of equal width, so that those of a column are below each other.
const features: TextStyle["features"] = ["tnum"];
const CELL: TextStyle = { font: REGULAR_FONT, sizePt: 8.5, features };
const COLUMN_HEADING: TextStyle = { font: SEMIBOLD_FONT, sizePt: 8.5, features };
const STORE_NAME: TextStyle = { font: SEMIBOLD_FONT, sizePt: 16 };
const TITLE: TextStyle = { font: SEMIBOLD_FONT, sizePt: 12 };
const NOTE: TextStyle = { font: REGULAR_FONT, sizePt: 9 };
const FOOTER: TextStyle = { font: REGULAR_FONT, sizePt: 8, direction: "ltr" };

/** Stands for each character that no font has. */
const UNPRINTABLE_MARK = "?";
const MAX_NAMED_CHARACTERS = 20;

const LINE_COLOR = "#d9d4cb";

/**
 * Draws a report as an A4 table with page numbers: upright, or across if it has many columns. Stops after `maxRows`
 * and says so. The first part follows the first batch, so that its refusals become responses.
 */
export async function* drawReport<Row>(
  heading: ReportHeading,
  columns: Columns<Row>,
  batches: AsyncIterator<Row[]>,
  maxRows = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  const { rows, isCut } = await firstRows(batches, maxRows);
  const names = Object.keys(columns);
  const asCells = (row: Row) => Object.values(columns).map((cell) => cell(row));
  const isList = names.length > MAX_COLUMNS;
  const pdf = new PDFDocument({
    size: "A4",
    layout: !isList && names.length > MAX_UPRIGHT_COLUMNS ? "landscape" : "portrait",
    margins: {
      top: MARGIN_PT,
      left: MARGIN_PT,
      right: MARGIN_PT,
      bottom: MARGIN_PT + FOOTER_HEIGHT_PT,
    },
    bufferPages: true,
    font: REGULAR_FONT[0],
    info: { Title: heading.title, Author: heading.storeName, Creator: "Scrip", Producer: "Scrip" },
  });
  const unprintable = new Set<string>();
  const printable = (text: string) =>
    replaceUnprintable(text, (grapheme) => {
      unprintable.add(grapheme);
      return UNPRINTABLE_MARK;
    });
  const asTexts = (cells: Cell[]) => cells.map((cell) => printable(textOf(cell, heading.timeZone)));
  const printed = { ...heading, storeName: printable(heading.storeName) };
  drawHeading(pdf, printed);
  if (rows.length === 0) drawNote(pdf, t("pdf.empty"));
  else if (isList) await drawLists(pdf, names, rows.map(asCells), asTexts);
  else await drawTable(pdf, names, rows.map(asCells), asTexts);
  if (isCut) drawNote(pdf, t("pdf.cut", { rows: maxRows }));
  if (unprintable.size > 0) drawNote(pdf, t("pdf.unprintable", { characters: named(unprintable) }));
  await drawFooters(pdf, printed);
  pdf.end();
  yield* pdf as AsyncIterable<Uint8Array>;
}

/** Characters that can't be drawn, by their numbers in Unicode: "U+1F382". */
function named(characters: Set<string>): string {
  const codes = [...characters].flatMap((grapheme) =>
    Array.from(grapheme, (char) => char.codePointAt(0)?.toString(16).toUpperCase() ?? ""),
  );
  const numbers = [...new Set(codes)].map((code) => `U+${code.padStart(4, "0")}`);
  const more = numbers.length > MAX_NAMED_CHARACTERS ? " …" : "";
  return numbers.slice(0, MAX_NAMED_CHARACTERS).join(", ") + more;
}

async function firstRows<Row>(batches: AsyncIterator<Row[]>, maxRows: number) {
  const rows: Row[] = [];
  try {
    let batch = await batches.next();
    for (; !batch.done && rows.length <= maxRows; batch = await batches.next()) {
      rows.push(...batch.value);
    }
  } finally {
    await batches.return?.();
  }
  return { rows: rows.slice(0, maxRows), isCut: rows.length > maxRows };
}

const dateTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(DEFAULT_LOCALE, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(at);

function drawHeading(pdf: Pdf, { title, scope, storeName, timeZone }: ReportHeading): void {
  pdf.fillColor(INK_COLOR);
  drawParagraph(pdf, storeName, STORE_NAME);
  drawParagraph(pdf, title, TITLE);
  pdf.fillColor(MUTED_COLOR);
  if (scope) drawParagraph(pdf, scope, NOTE);
  drawParagraph(pdf, t("pdf.generated", { time: dateTime(new Date(), timeZone), timeZone }), NOTE);
  pdf.y += 1.2 * lineHeightOf(NOTE);
}

function drawNote(pdf: Pdf, text: string): void {
  pdf.fillColor(MUTED_COLOR);
  pdf.y += ROW_PADDING_PT;
  drawParagraph(pdf, text, NOTE);
}

/** Draws a text as wide as the page, on a new one if it doesn't fit on this one. */
function drawParagraph(pdf: Pdf, text: string, style: TextStyle): void {
  const widthPt = contentWidthPt(pdf);
  const lines = linesOf(pdf, text, style, widthPt);
  if (pdf.y + lines.length * lineHeightOf(style) > bottomOf(pdf)) {
    pdf.addPage();
    pdf.y = MARGIN_PT;
  }
  const top = pdf.y;
  pdf.y = top + drawLines(pdf, lines, { x: MARGIN_PT, y: top, widthPt });
}

const contentWidthPt = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN_PT;
const bottomOf = (pdf: Pdf): number => pdf.page.height - MARGIN_PT - FOOTER_HEIGHT_PT;

function textOf(cell: Cell, timeZone: string): string {
  if (cell === null) return "";
  if (cell instanceof Date) return dateTime(cell, timeZone);
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return new Intl.NumberFormat(DEFAULT_LOCALE).format(cell);
  if ("date" in cell) return calendarText(cell.date);
  return localizedMoney(cell.amountCents, cell.currency, DEFAULT_LOCALE).replace("-", "−");
}

/** "Nov 26, 2026", or "Nov 2026" for a month. */
const calendarText = (date: string): string =>
  new Intl.DateTimeFormat(DEFAULT_LOCALE, {
    year: "numeric",
    month: "short",
    day: date.length > "2026-11".length ? "numeric" : undefined,
    timeZone: "UTC",
  }).format(Date.parse(date));

const isNumber = (cell: Cell): boolean =>
  typeof cell === "number" || (cell !== null && typeof cell === "object" && "currency" in cell);

type AsTexts = (cells: Cell[]) => string[];

async function drawTable(pdf: Pdf, names: string[], rows: Cell[][], asTexts: AsTexts) {
  const nextTurn = turns();
  const texts: string[][] = [];
  for (const row of rows) {
    texts.push(asTexts(row));
    await nextTurn();
  }
  const columns = await fitted(pdf, names, texts, (index) =>
    rows.some((row) => isNumber(row[index] ?? null)) ? "right" : "left",
  );
  const drawNames = () => drawRow(pdf, columns, names, COLUMN_HEADING);
  drawNames();
  for (const row of texts) {
    drawRow(pdf, columns, row, CELL, drawNames);
    await nextTurn();
  }
}

/** Draws each row as a list of headings and values. */
async function drawLists(pdf: Pdf, names: string[], rows: Cell[][], asTexts: AsTexts) {
  const nextTurn = turns();
  const width = contentWidthPt(pdf);
  const columns: Column[] = [
    { width: width * 0.3, align: "left" },
    { width: width * 0.7, align: "left" },
  ];
  for (const row of rows) {
    const texts = asTexts(row);
    for (const [index, name] of names.entries()) {
      drawRow(pdf, columns, [name, texts[index] ?? ""], CELL);
      await nextTurn();
    }
    pdf.y += 3 * ROW_PADDING_PT;
  }
}

/** Columns as wide as their texts, made narrower or wider together so that they fill the page. */
async function fitted(
  pdf: Pdf,
  names: string[],
  rows: string[][],
  alignOf: (index: number) => Column["align"],
): Promise<Column[]> {
  const nextTurn = turns();
  const widthIn = (style: TextStyle, text: string) =>
    Math.min(MAX_COLUMN_WIDTH_PT, lineOf(pdf, text, style).widthPt) + 2 * CELL_PADDING_PT;
  let widths = names.map((name) =>
    Math.max(...name.split(" ").map((word) => widthIn(COLUMN_HEADING, word))),
  );
  for (const row of rows.slice(0, MEASURED_ROWS)) {
    widths = widths.map((width, index) => Math.max(width, widthIn(CELL, row[index] ?? "")));
    await nextTurn();
  }
  const scale = contentWidthPt(pdf) / widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width, index) => ({ width: width * scale, align: alignOf(index) }));
}

/** Draws a row, on a new page if it doesn't fit on this one. `onNewPage` draws what is repeated there. */
function drawRow(
  pdf: Pdf,
  columns: Column[],
  texts: string[],
  style: TextStyle,
  onNewPage?: () => void,
): void {
  const cells = columns.map(({ width }, index): TextLine[] =>
    linesOf(pdf, texts[index] ?? "", style, width - 2 * CELL_PADDING_PT),
  );
  const lineCount = Math.max(1, ...cells.map((lines) => lines.length));
  const height = lineCount * lineHeightOf(style) + 2 * ROW_PADDING_PT;
  if (pdf.y + height > bottomOf(pdf)) {
    pdf.addPage();
    pdf.y = MARGIN_PT;
    onNewPage?.();
  }
  const top = pdf.y;
  let x = MARGIN_PT;
  pdf.fillColor(INK_COLOR);
  columns.forEach(({ width, align }, index) => {
    const box = {
      x: x + CELL_PADDING_PT,
      y: top + ROW_PADDING_PT,
      widthPt: width - 2 * CELL_PADDING_PT,
    };
    drawLines(pdf, cells[index] ?? [], box, align);
    x += width;
  });
  pdf.moveTo(MARGIN_PT, top + height).lineTo(x, top + height);
  pdf.lineWidth(0.5).stroke(LINE_COLOR);
  pdf.y = top + height;
}

async function drawFooters(pdf: Pdf, { storeName, title }: ReportHeading): Promise<void> {
  const nextTurn = turns();
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    pdf.fillColor(MUTED_COLOR);
    const number = lineOf(pdf, t("pdf.page", { page: page + 1, pages: count }), FOOTER);
    const x = pdf.page.width - MARGIN_PT - number.widthPt;
    const y = pdf.page.height - MARGIN_PT;
    const [line] = linesOf(pdf, `${storeName} · ${title}`, FOOTER, x - 2 * MARGIN_PT, 1);
    if (line) drawLine(pdf, line, MARGIN_PT, y);
    drawLine(pdf, number, x, y);
    await nextTurn();
  }
}
