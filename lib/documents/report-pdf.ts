import { setImmediate } from "node:timers/promises";
import PDFDocument from "pdfkit";
import type { Cell, Columns } from "@/lib/api/contract/portal/file-columns";
import type { Heading } from "@/lib/api/contract/portal/report-headings";
import { textsOf } from "@/lib/base/i18n/texts";
import { INK_COLOR, MUTED_COLOR, type Pdf, REGULAR_FONT, SEMIBOLD_FONT } from "./pdf";

export type ReportHeading = Heading & { storeName: string; timeZone: string };

type Column = { heading: string; width: number; align: "left" | "right" };

const LOCALE = "en-US";
const t = textsOf(LOCALE, "reports");

/** Bounds the time and memory of one file. The CSV has all rows. */
const MAX_ROWS = 5_000;
const ROWS_AT_ONCE = 25;
/** A row with more columns than fit on a page is drawn as a list of values. */
const MAX_COLUMNS = 12;
const MAX_UPRIGHT_COLUMNS = 6;
const MEASURED_ROWS = 200;
const MAX_COLUMN_WIDTH = 220;

const MARGIN = 40;
const FOOTER_HEIGHT = 24;
const CELL_PADDING = 5;
const ROW_PADDING = 4;
const FONT_SIZE = 8.5;

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
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    bufferPages: true,
    font: REGULAR_FONT,
    info: { Title: heading.title, Author: heading.storeName, Creator: "Scrip", Producer: "Scrip" },
  });
  drawHeading(pdf, heading);
  if (rows.length === 0) drawNote(pdf, t("pdf.empty"));
  else if (isList) {
    for (const row of rows) await drawValues(pdf, names, asCells(row), heading.timeZone);
  } else await drawTable(pdf, names, rows.map(asCells), heading.timeZone);
  if (isCut) drawNote(pdf, t("pdf.cut", { rows: maxRows }));
  drawFooters(pdf, heading);
  pdf.end();
  yield* pdf as AsyncIterable<Uint8Array>;
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
  new Intl.DateTimeFormat(LOCALE, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(at);

function drawHeading(pdf: Pdf, { title, scope, storeName, timeZone }: ReportHeading): void {
  pdf.font(SEMIBOLD_FONT, 16).fillColor(INK_COLOR).text(storeName);
  pdf.font(SEMIBOLD_FONT, 12).text(title);
  pdf.font(REGULAR_FONT, 9).fillColor(MUTED_COLOR);
  if (scope) pdf.text(drawable(scope));
  pdf.text(drawable(t("pdf.generated", { time: dateTime(new Date(), timeZone), timeZone })));
  pdf.moveDown(1.2);
}

function drawNote(pdf: Pdf, text: string): void {
  pdf.font(REGULAR_FONT, 9).fillColor(MUTED_COLOR);
  pdf.text(text, MARGIN, pdf.y + ROW_PADDING, { width: contentWidth(pdf) });
}

const contentWidth = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;
const bottomOf = (pdf: Pdf): number => pdf.page.height - MARGIN - FOOTER_HEIGHT;

function textOf(cell: Cell, timeZone: string): string {
  if (cell === null) return "";
  if (cell instanceof Date) return dateTime(cell, timeZone);
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return new Intl.NumberFormat(LOCALE).format(cell);
  return "decimal" in cell ? numberText(cell.decimal) : calendarText(cell.date);
}

function numberText(decimal: string): string {
  const digits = decimal.split(".")[1]?.length ?? 0;
  const bounds = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const text = new Intl.NumberFormat(LOCALE, bounds);
  return text.format(decimal as Intl.StringNumericLiteral).replace("-", "−");
}

/** "Nov 26, 2026", or "Nov 2026" for a month. */
const calendarText = (date: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    year: "numeric",
    month: "short",
    day: date.length > "2026-11".length ? "numeric" : undefined,
    timeZone: "UTC",
  }).format(Date.parse(date));

// The fonts have no thin spaces, which dates and numbers are formatted with.
const drawable = (text: string): string => text.replace(/[\u2009\u202f]/g, " ");

const isNumber = (cell: Cell): boolean =>
  typeof cell === "number" || (cell !== null && typeof cell === "object" && "decimal" in cell);

async function drawTable(pdf: Pdf, names: string[], rows: Cell[][], timeZone: string) {
  const texts = rows.map((row) => row.map((cell) => drawable(textOf(cell, timeZone))));
  const columns = fitted(pdf, names, texts, (index) =>
    rows.some((row) => isNumber(row[index] ?? null)) ? "right" : "left",
  );
  drawRow(pdf, columns, names, SEMIBOLD_FONT);
  for (const [index, row] of texts.entries()) {
    drawRow(pdf, columns, row, REGULAR_FONT, () => drawRow(pdf, columns, names, SEMIBOLD_FONT));
    // Lets the process do other work in between.
    if (index % ROWS_AT_ONCE === 0) await setImmediate();
  }
}

/** Draws one row as a list of headings and values. */
async function drawValues(pdf: Pdf, names: string[], cells: Cell[], timeZone: string) {
  const width = contentWidth(pdf);
  const columns: Column[] = [
    { heading: "", width: width * 0.3, align: "left" },
    { heading: "", width: width * 0.7, align: "left" },
  ];
  const rows = names.map((name, index) => [name, drawable(textOf(cells[index] ?? null, timeZone))]);
  for (const row of rows) drawRow(pdf, columns, row, REGULAR_FONT);
  pdf.y += 3 * ROW_PADDING;
  await setImmediate();
}

/** Columns as wide as their texts, made narrower or wider together so that they fill the page. */
function fitted(
  pdf: Pdf,
  names: string[],
  rows: string[][],
  alignOf: (index: number) => Column["align"],
): Column[] {
  const widthIn = (font: string, text: string) =>
    Math.min(MAX_COLUMN_WIDTH, pdf.font(font, FONT_SIZE).widthOfString(text, DIGITS)) +
    2 * CELL_PADDING;
  const widths = names.map((name, index) =>
    Math.max(
      ...name.split(" ").map((word) => widthIn(SEMIBOLD_FONT, word)),
      ...rows.slice(0, MEASURED_ROWS).map((row) => widthIn(REGULAR_FONT, row[index] ?? "")),
    ),
  );
  const scale = contentWidth(pdf) / widths.reduce((sum, width) => sum + width, 0);
  return names.map((heading, index) => ({
    heading,
    width: (widths[index] ?? 0) * scale,
    align: alignOf(index),
  }));
}

// Digits of equal width, so that those of a column are below each other.
const DIGITS = { features: ["tnum"] } satisfies PDFKit.Mixins.TextOptions;

const textBox = ({ width, align }: Column) => ({
  width: width - 2 * CELL_PADDING,
  align,
  ...DIGITS,
});

/** The height of a row, for which the font is set. Only texts that don't fit on a line are measured in full. */
function heightOf(pdf: Pdf, columns: Column[], texts: string[]): number {
  const heights = columns.map((column, index) => {
    const [text, box] = [texts[index] ?? "", textBox(column)];
    return pdf.widthOfString(text, DIGITS) <= box.width ? 0 : pdf.heightOfString(text, box);
  });
  return Math.max(pdf.currentLineHeight(true), ...heights) + 2 * ROW_PADDING;
}

/** Draws a row, on a new page if it doesn't fit on this one. `onNewPage` draws what is repeated there. */
function drawRow(
  pdf: Pdf,
  columns: Column[],
  texts: string[],
  font: string,
  onNewPage?: () => void,
): void {
  pdf.font(font, FONT_SIZE).fillColor(INK_COLOR);
  const height = heightOf(pdf, columns, texts);
  if (pdf.y + height > bottomOf(pdf)) {
    pdf.addPage();
    pdf.y = MARGIN;
    onNewPage?.();
    pdf.font(font, FONT_SIZE).fillColor(INK_COLOR);
  }
  const top = pdf.y;
  let x = MARGIN;
  columns.forEach((column, index) => {
    drawCell(pdf, texts[index] ?? "", column, { x: x + CELL_PADDING, y: top + ROW_PADDING });
    x += column.width;
  });
  pdf.moveTo(MARGIN, top + height).lineTo(x, top + height);
  pdf.lineWidth(0.5).stroke(LINE_COLOR);
  pdf.x = MARGIN;
  pdf.y = top + height;
}

/** Places a text that fits on a line itself, because wrapping takes most of the time of a long table. */
function drawCell(pdf: Pdf, text: string, column: Column, { x, y }: { x: number; y: number }) {
  const box = textBox(column);
  const width = pdf.widthOfString(text, DIGITS);
  if (width > box.width) pdf.text(text, x, y, box);
  else {
    const left = column.align === "right" ? x + box.width - width : x;
    pdf.text(text, left, y, { lineBreak: false, ...DIGITS });
  }
}

function drawFooters(pdf: Pdf, { storeName, title }: ReportHeading): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    // Text below the margin would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.font(REGULAR_FONT, 8).fillColor(MUTED_COLOR);
    const text = t("pdf.page", { page: page + 1, pages: count });
    const x = pdf.page.width - MARGIN - pdf.widthOfString(text);
    const y = pdf.page.height - MARGIN;
    pdf.text(`${storeName} · ${title}`, MARGIN, y, {
      width: x - 2 * MARGIN,
      ellipsis: true,
      height: 10,
    });
    pdf.text(text, x, y, { lineBreak: false });
  }
}
