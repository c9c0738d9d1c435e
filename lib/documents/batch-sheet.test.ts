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

/** The band of a card with this store name, as it is printed. */
async function bandOf(name: string): Promise<string> {
  const card = { id: "1", place: 1, code: "A1B2", currency: "USD", status: "active" as const };
  const store = { ...SHEET.store, name };
  const bytes = await buffer(drawSheet({ ...SHEET, store, cards: [card] }));
  const [page] = await pdfPagesOf(new Uint8Array(bytes));
  const band = (await page?.draw(100))?.cut({ left: 0, top: 0, right: 85, bottom: 12 });
  return Buffer.from(band?.data ?? []).toString("base64");
}

test.each([
  ["Greek", "Φούρνος", "Γιασεμί"],
  ["Hebrew", "מאפייה", "פרחייה"],
  ["Arabic", "مخبز", "زهور"],
  ["Thai", "ขนมปัง", "ดอกไม้"],
  ["Hindi", "मिठाई", "फूलों"],
  ["Japanese", "花屋さん", "本屋さん"],
  ["Chinese", "鲜花店", "面包店"],
  ["Korean", "빵집", "꽃집"],
])(
  "a store's name in %s is printed in its letters: two names look different",
  async (_, ...names) => {
    const [first, second] = await Promise.all(names.map(bandOf));
    expect(first).not.toBe(second);
    expect(first).not.toBe(await bandOf(" "));
  },
);

test("a card leaves out what no font has, and prints the rest of the name", async () => {
  expect(await bandOf("🌷 Flora 💐 & Co")).toBe(await bandOf("Flora & Co"));
});
