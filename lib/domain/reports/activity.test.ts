import { beforeAll, expect, test } from "vitest";
import { outcome } from "@/lib/testing/ledger-fixtures";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { createStore } from "@/lib/testing/store";
import { type ActivityRequest, readActivity } from "./activity";
import { closeDays } from "./close-days";

// The clocks of New York went back on November 2, 2025 and forward on March 8, 2026.
const MOVEMENTS = [
  ["2025-09-30T12:00:00Z", "load", "issuance", 100_000],
  ["2025-10-10T12:00:00Z", "load", "issuance", 4_000],
  ["2025-10-11T12:00:00Z", "spend", "redemption", 1_000],
  ["2025-11-01T03:59:59Z", "load", "store_credit", 50], // October 31
  ["2025-11-01T04:00:00Z", "load", "issuance", 6_000], // November 1
  ["2025-11-03T04:59:59Z", "spend", "redemption", 500], // November 2, a day of 25 hours
  ["2025-11-03T05:00:00Z", "spend", "redemption", 300], // November 3
  ["2025-11-15T12:00:00Z", "load", "imported", 70],
  ["2025-11-16T12:00:00Z", "spend", "breakage", 20],
  ["2025-11-17T12:00:00Z", "gift_sent", "escrow", 5],
  ["2025-11-18T12:00:00Z", "transfer_out", "transfer_clearing", 3],
  ["2025-12-01T04:59:59Z", "load", "issuance", 9], // November 30
  ["2025-12-01T05:00:00Z", "load", "issuance", 7_777], // December 1
  ["2026-03-09T03:59:59Z", "spend", "redemption", 11], // March 8, a day of 23 hours
  ["2026-03-09T04:00:00Z", "spend", "redemption", 13], // March 9
] as const;

let store: Awaited<ReturnType<typeof createStore>>;

beforeAll(async () => {
  store = await createStore({ timeZone: "America/New_York" });
  const other = await createStore();
  for (const { id: merchantId, factor } of [
    { id: store.id, factor: 1 },
    { id: other.id, factor: 7 },
  ]) {
    const cardId = await bareCard({ merchantId });
    for (const [at, type, counterAccount, cents] of MOVEMENTS) {
      const movement = { type, counterAccount, amountCents: cents * factor, at: new Date(at) };
      await writeMovement({ merchantId, cardId, ...movement });
    }
  }
});

const read = (request: Omit<ActivityRequest, "currency"> & { currency?: string }) =>
  readActivity(store.ctx(), { currency: "USD", ...request });

const NOVEMBER = { from: "2025-11-01", to: "2025-11-30" };

test.each(["open", "totaled"])(
  "a range and the one before have the figures of their days in the store's time zone: days %s",
  async (state) => {
    if (state === "totaled") await closeDays();
    const activity = await read({ ...NOVEMBER, compare: "before" });
    expect(activity).toMatchObject({
      ...NOVEMBER,
      step: "day",
      openingCents: 103_050n,
      changes: {
        issued: 6_009n,
        credited: 0n,
        imported: 70n,
        redeemed: -800n,
        breakage: -20n,
        gifts: -5n,
        transfers: -3n,
      },
      closingCents: 108_301n,
      before: {
        from: "2025-10-01",
        to: "2025-10-31",
        openingCents: 100_000n,
        changes: { issued: 4_000n, credited: 50n, imported: 0n, redeemed: -1_000n },
        closingCents: 103_050n,
      },
    });
    const moved = activity.points.filter((point) => point.issuedCents + point.redeemedCents > 0n);
    expect(moved.map((point) => [point.from, point.issuedCents, point.redeemedCents])).toEqual([
      ["2025-11-01", 6_000n, 0n],
      ["2025-11-02", 0n, 500n],
      ["2025-11-03", 0n, 300n],
      ["2025-11-30", 9n, 0n],
    ]);
  },
);

test("points by week and by month add up to the range's figures, around each change of clocks", async () => {
  for (const range of [
    { from: "2025-10-29", to: "2026-03-08" },
    { from: "2025-09-30", to: "2026-04-20" },
  ]) {
    const { points, changes } = await read(range);
    const sum = (key: "issuedCents" | "redeemedCents") =>
      points.reduce((total, point) => total + point[key], 0n);
    expect(sum("issuedCents")).toBe(changes.issued);
    expect(-sum("redeemedCents")).toBe(changes.redeemed);
    expect(points[0]?.from).toBe(range.from);
    expect(points.at(-1)?.to).toBe(range.to);
  }
  const march = await read({ from: "2026-03-08", to: "2026-03-08" });
  expect(march.changes.redeemed).toBe(-11n);
});

test("a range is compared with the same days of the year before", async () => {
  const { before } = await read({ from: "2026-11-01", to: "2026-11-30", compare: "year" });
  expect(before).toMatchObject({
    ...NOVEMBER,
    changes: { issued: 6_009n },
    closingCents: 108_301n,
  });
});

test("the first period has nothing to compare with, nor has a currency that never moved", async () => {
  const first = await read({ from: "2025-09-01", to: "2025-09-30", compare: "before" });
  expect([first.changes.issued, first.before]).toEqual([100_000n, null]);
  const second = await read({ from: "2025-10-01", to: "2025-10-31", compare: "before" });
  expect(second.before?.changes.issued).toBe(100_000n);
  expect((await read({ ...NOVEMBER, currency: "EUR", compare: "before" })).before).toBeNull();
  expect((await read(NOVEMBER)).before).toBeNull();
});

test("a range that ends before it begins, or is longer than ten years, is refused", async () => {
  const refusals = [
    { from: "2025-11-02", to: "2025-11-01" },
    { from: "2005-11-02", to: "2025-11-01" },
  ].map((range) => outcome((async () => await read(range))()));
  expect(await Promise.all(refusals)).toEqual(["invalid_request", "invalid_request"]);
});
