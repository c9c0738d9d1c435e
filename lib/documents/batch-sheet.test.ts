import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Sheet } from "@/lib/domain/batches/codes";
import { pdfPagesOf } from "@/lib/testing/pdf";
import { readCodeIn } from "@/lib/testing/read-code";
import { drawSheet } from "./batch-sheet";

const SHEET: Omit<Sheet, "cards"> = {
  store: {
    name: "Corner Bakery",
    slug: "corner-bakery",
    language: "en",
    color: "#0b5d3b",
    logo: null,
    supportEmail: "help@example.com",
    supportPhone: null,
    termsUrl: "https://example.com/terms",
  },
  batch: "Spring",
  balancePage: "example.com/balance/corner-bakery",
  amountCents: 2_500,
  template: "cr80",
};

test.each([
  "A1B2",
  "6006491234567890123",
  "60064912345678901234567890123456",
  "K7Q2M9X4T8B3W6N5K7Q2M9X4T8B3W6N5",
])(
  "a card printer's card has both codes of another provider, up to the longest: %s",
  async (code) => {
    const card = { id: "1", place: 1, code, currency: "USD", status: "active" as const };
    const bytes = await buffer(drawSheet({ ...SHEET, cards: [card] }));
    const [page] = await pdfPagesOf(new Uint8Array(bytes));
    // As most card printers print.
    const drawing = await page?.draw(300);
    const read = (left: number, top: number, bottom: number) =>
      drawing && readCodeIn(drawing.cut({ left, top, right: 85.6, bottom }));
    expect(await read(43, 12, 34.4)).toBe(code);
    expect(await read(0, 34.4, 54)).toBe(code);
  },
);
