import { expect, test } from "vitest";
import type { Columns } from "@/lib/api/contract/portal/file-columns";
import { pagesOfPdf } from "@/lib/testing/pdf";
import { drawReport } from "./report-pdf";

const HEADING = {
  title: "Journal",
  scope: "Nov 2026",
  storeName: "Corner Bakery",
  timeZone: "Europe/Zurich",
};

type Row = { name: string; cents: number; day: string };

const COLUMNS: Columns<Row> = {
  Name: ({ name }) => name,
  Date: ({ day }) => ({ date: day }),
  Amount: ({ cents }) => ({ amountCents: cents, currency: "USD" }),
};

const rowsUpTo = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `Row ${n + 1}.`,
    cents: -(n + 1_000) * 100 - 50,
    day: "2026-11-05",
  }));

async function pagesOf(rows: Row[], columns = COLUMNS, maxRows?: number) {
  async function* batches() {
    for (let from = 0; from < rows.length; from += 7) yield rows.slice(from, from + 7);
  }
  const parts: Uint8Array[] = [];
  for await (const part of drawReport(HEADING, columns, batches(), maxRows)) parts.push(part);
  return await pagesOfPdf(Buffer.concat(parts));
}

test("a long table continues on numbered pages under the same headings, with each row once", async () => {
  const pages = await pagesOf(rowsUpTo(70));
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain("Name Date Amount");
    expect(page).toContain(`Corner Bakery · Journal Page ${index + 1} of ${pages.length}`);
  }
  const text = pages.join(" ");
  for (const { name } of rowsUpTo(70)) expect(text.split(name)).toHaveLength(2);
  expect(text).toContain("Row 1. Nov 5, 2026 −$1,000.50");
});

test("a table ends after the most rows that a PDF has, and says so", async () => {
  const [full, cut] = [
    await pagesOf(rowsUpTo(20), COLUMNS, 20),
    await pagesOf(rowsUpTo(21), COLUMNS, 20),
  ];
  expect(full.join()).not.toContain("at most");
  expect(cut.join()).toContain("Row 20.");
  expect(cut.join()).not.toContain("Row 21.");
  expect(cut.join()).toContain("A PDF shows up to 20 rows. Download the CSV to see all of them.");
});

test("a text that is too long for its column is wrapped and not cut", async () => {
  const name = "fingerprint".repeat(30);
  const [page = ""] = await pagesOf([{ name, cents: 1, day: "2026-11" }]);
  expect(page.replaceAll(" ", "")).toContain(name);
});

test("a report without rows says that it is empty", async () => {
  expect((await pagesOf([]))[0]).toContain("Nothing to report.");
});

test("names in other scripts are in the table, and what no font has is replaced and named at the end", async () => {
  const names = ["Φούρνος", "ดอกไม้", "花屋さん", "빵집", "Розы 🌷", "ফুল", "Rosé\u202f№ 5"];
  const rows = names.map((name) => ({ name, cents: 100, day: "2026-11-05" }));
  const text = (await pagesOf(rows)).join(" ");
  for (const name of names.slice(0, 4)) expect(text.replaceAll(" ", "")).toContain(name);
  expect(text).toContain("Розы ?");
  expect(text).toContain("Rosé № 5");
  expect(text).toContain("has “?” instead: U+1F337, U+09AB, U+09C1, U+09B2.");
  expect((await pagesOf(rows.slice(0, 4))).join()).not.toContain("instead");
});

test("the page's footer has the store's name first, in whatever direction it is written", async () => {
  const parts: Uint8Array[] = [];
  const heading = { ...HEADING, storeName: "פרחים" };
  async function* none(): AsyncGenerator<Row[]> {}
  for await (const part of drawReport(heading, COLUMNS, none())) parts.push(part);
  const [page] = await pagesOfPdf(Buffer.concat(parts));
  expect(page).toMatch(/פרחים\s+· Journal/);
});
