import { expect, test } from "vitest";
import { checkRows } from "./check";
import { readFile } from "./read-file";

const FILE = { currency: "EUR", today: "2026-01-01" };

/** The lines of a file that are pointed out as totals, and those that are imported. */
async function linesOf(rows: string[], includeTotals = false) {
  const { rows: read } = await readFile(["code,balance", ...rows].join("\n"));
  const { good, problems, totals } = await checkRows(read, { ...FILE, includeTotals });
  const found = problems.filter(({ column }) => column === "row").map(({ line }) => line);
  expect(totals).toBe(found.length);
  return { found, cards: good.map(({ line }) => line) };
}

test("a row that sums up a file is pointed out and no card, whatever its code, until the person says that it is one", async () => {
  const cards = ["GC100001,10", "GC100002,20.50", "GC100003,10"];
  for (const total of [
    "Gesamtsumme,99",
    "Grand Total,0",
    "Promedio,13.50",
    "Stand,7",
    "2026000000,40.50",
  ]) {
    expect(await linesOf([...cards, total]), total).toEqual({ found: [5], cards: [2, 3, 4] });
    expect(await linesOf([...cards, total], true), total).toEqual({
      found: [],
      cards: [2, 3, 4, 5],
    });
  }
  // Also above the end, with a row that has a problem of its own, and alone.
  expect((await linesOf(["GC100001,10", "x,5", "GC100002,20", "9999,35"])).found).toEqual([5]);
  expect((await linesOf([...cards, "Zwischensumme,40.50", "GC100004,3"])).found).toEqual([5]);
  expect((await linesOf(["Totale,12"])).found).toEqual([2]);
});

test("cards that look a little like totals are imported", async () => {
  for (const rows of [
    // Codes of one length, some of which have no digits by chance.
    ["AB23CD45,10", "EFGHJKLM,10", "CD45EF67,10"],
    // Codes without digits everywhere.
    ["APPLE,10", "BANANA,10", "CHERRY,5"],
    // The sum of one row above, of another currency's rows, or in the middle.
    ["GC100001,10", "GC100002,10"],
    ["GC100001,10", "GC100002,20", "GC100003,30", "GC100004,5"],
    ["GC100001,0", "GC100002,0", "GC100003,0"],
  ]) {
    const lines = rows.map((_, n) => n + 2);
    expect(await linesOf(rows), rows.join(" ")).toEqual({ found: [], cards: lines });
  }
});
