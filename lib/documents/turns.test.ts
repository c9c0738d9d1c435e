import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { Sheet } from "@/lib/domain/batches/codes";
import { drawSheet } from "./batch-sheet";
import { drawReport } from "./report-pdf";

afterEach(() => vi.restoreAllMocks());

/** How often other work has a turn while `drawing` goes on, by a clock on which each of its steps takes long. */
async function turnsDuring(drawing: () => Promise<unknown>): Promise<number> {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 1_000;
    return now;
  });
  let isDone = false;
  const drawn = drawing().finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) await setImmediate();
  await drawn;
  return turns;
}

const HEADING = { title: "Gifts", scope: null, storeName: "मिठाई", timeZone: "UTC" };

async function drawRows(rowCount: number, columnCount: number) {
  const names = Array.from({ length: columnCount }, (_, n) => `Column ${n}`);
  const columns = Object.fromEntries(names.map((name) => [name, () => "श्रृंखला 🎂"]));
  async function* batches() {
    yield Array.from({ length: rowCount }, () => ({}));
  }
  await buffer(drawReport(HEADING, columns, batches()));
}

const ROWS = 20;

test("a table of slow texts lets other work go on between any two rows, in each of its three passes", async () => {
  expect(await turnsDuring(() => drawRows(ROWS, 2))).toBeGreaterThanOrEqual(3 * ROWS);
});

test("lists of slow texts let other work go on between any two values", async () => {
  const columns = 14;
  expect(await turnsDuring(() => drawRows(ROWS, columns))).toBeGreaterThanOrEqual(ROWS * columns);
});

test("a sheet of cards with slow texts lets other work go on between any two cards", async () => {
  const cards = Array.from({ length: ROWS }, (_, n) => ({
    id: String(n),
    place: n + 1,
    code: `A1B2${n}`,
    currency: "USD",
    status: "active" as const,
  }));
  const sheet: Sheet = {
    store: {
      name: "मिठाई श्रृंखला",
      slug: "sweets",
      language: "en",
      color: null,
      logo: null,
      supportEmail: null,
      supportPhone: null,
      termsUrl: null,
    },
    batch: "Spring",
    balancePage: "example.com/balance/sweets",
    amountCents: 2_500,
    template: "a4",
    cards,
  };
  expect(await turnsDuring(() => buffer(drawSheet(sheet)))).toBeGreaterThanOrEqual(ROWS);
});
