import { expect, test } from "vitest";
import { env } from "@/lib/base/config/env";
import { pg } from "@/lib/db/client/client";
import { createBatch } from "@/lib/domain/batches/batch";
import type { PrintTemplate } from "@/lib/domain/batches/print-templates";
import { batchWorker } from "@/lib/domain/batches/work";
import { contrastBetween } from "@/lib/domain/stores/brand-color";
import { pdfPagesOf } from "@/lib/testing/pdf";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { readCodeIn } from "@/lib/testing/read-code";
import { csvRowsOf, outcomeOf } from "@/lib/testing/requests";

async function storeWithBatch(quantity: number) {
  const store = await storeWithPeople();
  const wanted = { name: "Spring", quantity, currency: "USD", cardType: "physical" } as const;
  const { batch } = await createBatch(store.ctx(), { ...wanted, amountCents: 2_500 });
  await batchWorker.runDue();
  const print = (query: Record<string, string>, { owner } = store) =>
    owner.get(`/batches/${batch.id}/sheet`, query);
  const codes = csvRowsOf(await store.owner.get(`/batches/${batch.id}/codes`)).map(
    ({ Code = "none" }) => Code,
  );
  return { ...store, id: batch.id, print, codes };
}

test("an A4 sheet has ten cards with their codes, at most 500 cards at once", async () => {
  const { merchantId, codes, print } = await storeWithBatch(503);
  const pages = await pdfPagesOf((await print({ from: "2", to: "24" })).bytes);
  expect(pages).toHaveLength(3);
  for (const [index, code] of codes.entries()) {
    const place = index + 1;
    const page = place < 2 || place > 24 ? -1 : Math.floor((place - 2) / 10);
    for (const [at, { text }] of pages.entries()) {
      expect(text.includes(code), `card ${place} on page ${at}`).toBe(at === page);
    }
  }
  expect(pages[0]?.text).toContain("Corner Bakery");
  expect(pages[0]?.text).toContain("$25.00");
  const [store] = await pg()`select slug from merchants where id = ${merchantId}`;
  const balancePage = `Balance: ${new URL(env().appUrl).host}/balance/${store?.slug}`;
  expect(pages.map(({ text }) => text.split(balancePage).length - 1)).toEqual([10, 10, 3]);
  expect(pages[2]?.text).toContain("No. 24");

  expect((await print({})).status).toBe(400);
  expect((await print({ from: "4", template: "letter" })).status).toBe(200);
  expect(await auditOf(merchantId, "batch.sheet_printed")).toMatchObject([
    { details: { name: "Spring", cards: 23, from: 2, to: 24, template: "a4" } },
    { details: { name: "Spring", cards: 500, from: 4, to: 503, template: "letter" } },
  ]);
});

const TEMPLATES = [
  { template: "a4", perPage: 10, widthMm: 210, heightMm: 297, columns: 2 },
  { template: "letter", perPage: 8, widthMm: 215.9, heightMm: 279.4, columns: 2 },
  { template: "cr80", perPage: 1, widthMm: 85.6, heightMm: 54, columns: 1 },
] as const satisfies { template: PrintTemplate; [name: string]: unknown }[];

test.each(TEMPLATES)(
  "$template pages have their size, and scanners read each card's QR code and Code 128 at 200 dpi",
  async ({ template, perPage, widthMm, heightMm, columns }) => {
    const { codes, print } = await storeWithBatch(perPage + 1);
    const pages = await pdfPagesOf((await print({ template })).bytes);
    expect(pages).toHaveLength(2);
    const [page] = pages;
    expect([page?.widthMm, page?.heightMm]).toEqual([
      expect.closeTo(widthMm, 1),
      expect.closeTo(heightMm, 1),
    ]);
    const drawing = await page?.draw(200);
    const [left, top] = [(widthMm - columns * 85.6) / 2, (heightMm - (perPage / columns) * 54) / 2];
    for (const [index, code] of codes.slice(0, perPage).entries()) {
      const x = left + (index % columns) * 85.6;
      const y = top + Math.floor(index / columns) * 54;
      const read = (area: { left: number; top: number; right: number; bottom: number }) =>
        drawing && readCodeIn(drawing.cut(area));
      const [belowBand, aboveBars, end] = [y + 12, y + 34.4, { right: x + 85.6, bottom: y + 54 }];
      expect(await read({ ...end, left: x + 43, top: belowBand, bottom: aboveBars })).toBe(code);
      // Without dashes, which would make the bars thinner.
      const bars = { ...end, left: x, top: aboveBars };
      expect(await read(bars)).toBe(code.replaceAll("-", ""));
    }
  },
);

const RED_LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAYAAACzzX7wAAAAEklEQVR42mP4z8DwHx9moL0CAHD0P8GEcvrCAAAAAElFTkSuQmCC";

test.each(["#0b5d3b", "#f5d90a", "#777777"])(
  "cards show the store's color %s, its logo, and whom to ask, and its name can be read on the color",
  async (brandColor) => {
    const { merchantId, print } = await storeWithBatch(2);
    await pg()`update merchants set brand_color = ${brandColor}, support_email = 'help@example.com',
      terms_url = 'https://example.com/terms' where id = ${merchantId}`;
    await pg()`insert into store_logos (merchant_id, image, width_px, height_px, hash)
      values (${merchantId}, decode(${RED_LOGO}, 'base64'), 8, 4, '\\x00')`;
    const pages = await pdfPagesOf((await print({ template: "cr80" })).bytes);
    expect(pages.map(({ text }) => text.includes("Help: help@example.com"))).toEqual([true, true]);
    expect(pages[0]?.text).toContain("Terms: example.com/terms");

    for (const page of pages) {
      const { colorAt } = await page.draw();
      expect([colorAt(0.5, 0.5), colorAt(85, 11)]).toEqual([brandColor, brandColor]);
      expect(colorAt(12, 6)).toBe("#ff0000");
      const name = Array.from({ length: 600 }, (_, n) => colorAt(26 + n / 12, 6));
      const best = Math.max(...name.map((color) => contrastBetween(color, brandColor)));
      expect(best).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test("characters of the store's name and contact that can't be printed are named before, each once", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const unprintable = async () => (await owner.get("/branding/unprintable")).body;
  for (const name of ["Corner Bakery", "Χρυσή Ευκαιρία", "הגן של رنا", "花と本"]) {
    await pg()`update merchants set name = ${name} where id = ${merchantId}`;
    expect(await unprintable()).toEqual({ characters: [] });
  }
  await pg()`update merchants set name = ${"Tea 🍵 & Տուն 🍵"}, support_email = ${"💌@example.com"}
    where id = ${merchantId}`;
  expect(await unprintable()).toEqual({ characters: ["🍵", "Տ", "ո", "ւ", "ն", "💌"] });
  const viewer = await join("viewer");
  expect(await outcomeOf(viewer.get("/branding/unprintable"))).toBe("403 insufficient_scope");
});

test("a viewer prints nothing, nor does another store", async () => {
  const { id, join, print } = await storeWithBatch(1);
  const viewer = await join("viewer");
  expect(await outcomeOf(viewer.get(`/batches/${id}/sheet`))).toBe("403 insufficient_scope");
  expect(await outcomeOf(print({}, await storeWithPeople()))).toBe("404 not_found");
  expect(await outcomeOf(print({ template: "a5" }))).toBe("400 invalid_request template");
});
