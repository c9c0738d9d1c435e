import PDFDocument from "pdfkit";
import type { Sheet } from "@/lib/domain/batches/codes";
import { cardsPerPage, PRINT_TEMPLATES } from "@/lib/domain/batches/print-templates";
import { REGULAR_FONT } from "./font-files";
import { type Pdf, turns } from "./pdf";
import { CARD_MM, cardDrawer, MM } from "./printed-card";

const CUT_LINE_COLOR = "#b9b2a6";
/** The distance of a crop mark from the cards, and its end. */
const [MARK_GAP_MM, MARK_END_MM] = [1.5, 6];

type Grid = { left: number; top: number; columns: number; rows: number };

/**
 * Draws a batch's cards at bank card size, with their codes as text and QR codes: several on a sheet of paper
 * with lines to cut along, or one per page for a card printer.
 */
export function drawSheet(sheet: Sheet): AsyncIterable<Buffer> {
  const { widthMm, heightMm } = PRINT_TEMPLATES[sheet.template];
  const pdf = new PDFDocument({
    size: [widthMm * MM, heightMm * MM],
    margin: 0,
    autoFirstPage: false,
    font: REGULAR_FONT[0],
    info: { Title: sheet.batch, Author: sheet.store.name, Creator: "Scrip", Producer: "Scrip" },
  });
  drawPages(pdf, sheet).catch((error) => pdf.destroy(error));
  return pdf;
}

async function drawPages(pdf: Pdf, sheet: Sheet): Promise<void> {
  const { widthMm, heightMm, columns, rows } = PRINT_TEMPLATES[sheet.template];
  const left = (widthMm - columns * CARD_MM.width) / 2;
  const top = (heightMm - rows * CARD_MM.height) / 2;
  const perPage = cardsPerPage(sheet.template);
  const drawCard = cardDrawer(pdf, sheet);
  const nextTurn = turns();
  for (let first = 0; first < sheet.cards.length; first += perPage) {
    pdf.addPage();
    for (const [n, card] of sheet.cards.slice(first, first + perPage).entries()) {
      const x = left + (n % columns) * CARD_MM.width;
      const y = top + Math.floor(n / columns) * CARD_MM.height;
      drawCard(card, { x, y });
      await nextTurn();
    }
    if (perPage > 1) drawCutLines(pdf, { left, top, columns, rows });
  }
  pdf.end();
}

/** Lines between the cards, and crop marks in the margins. */
function drawCutLines(pdf: Pdf, { left, top, columns, rows }: Grid): void {
  const right = left + columns * CARD_MM.width;
  const bottom = top + rows * CARD_MM.height;
  const line = (fromX: number, fromY: number, toX: number, toY: number) =>
    pdf.moveTo(fromX * MM, fromY * MM).lineTo(toX * MM, toY * MM);
  for (let column = 0; column <= columns; column++) {
    const x = left + column * CARD_MM.width;
    line(x, top - MARK_END_MM, x, top - MARK_GAP_MM);
    line(x, top, x, bottom);
    line(x, bottom + MARK_GAP_MM, x, bottom + MARK_END_MM);
  }
  for (let row = 0; row <= rows; row++) {
    const y = top + row * CARD_MM.height;
    line(left - MARK_END_MM, y, left - MARK_GAP_MM, y);
    line(left, y, right, y);
    line(right + MARK_GAP_MM, y, right + MARK_END_MM, y);
  }
  pdf.lineWidth(0.5).stroke(CUT_LINE_COLOR);
}
