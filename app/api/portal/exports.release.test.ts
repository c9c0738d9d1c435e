import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";
import { ADA_EMAIL, give } from "@/lib/testing/ledger-fixtures";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { pagesOfPdf } from "@/lib/testing/pdf";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, csvRowsOf, outcomeOf } from "@/lib/testing/requests";

const ZONE = "America/New_York";

/** A store with two months of movements, an expired card and a pending gift. */
async function openStore() {
  const store = await storeWithPeople({ name: "Juniper Street Books", timeZone: ZONE });
  const cardId = await bareCard(store);
  for (const [day, type, cents] of [
    ["2025-10-05", "load", 100_000],
    ["2025-10-06", "spend", 20_000],
    ["2025-11-05", "load", 150_000],
    ["2025-11-06", "spend", 5_000],
  ] as const) {
    const moment = new Date(`${day}T12:00:00Z`);
    await writeMovement({ ...store, cardId, at: moment, type, amountCents: cents });
  }
  const expired = await store.card({ amountCents: 4_200, owner: ADA_EMAIL });
  await pg()`update cards set expires_on = current_date - 30 where id = ${expired.id}`;
  const sender = await store.card({ amountCents: 900, owner: ADA_EMAIL });
  await give(store.ctx, sender, 300);
  await closeDays();
  await ageBalances([store.merchantId]);
  return { ...store, viewer: await store.join("viewer") };
}

const NOVEMBER = { currency: "USD", from: "2025-11-01", to: "2025-11-30" };

async function fileOf({ get }: Caller, path: string, query: Record<string, string> = {}) {
  const csv = await get(path, query);
  expect(csv.status, csv.text).toBe(200);
  const pdf = await get(path, { ...query, format: "pdf" });
  expect(pdf.headers.get("content-type"), pdf.text).toBe("application/pdf");
  expect(pdf.headers.get("content-disposition")).toMatch(
    /"Juniper Street Books - [a-z]+( 2025-10)? - \d{4}-\d\d-\d\d\.pdf"/,
  );
  return { rows: csvRowsOf(csv), pages: await pagesOfPdf(pdf.bytes) };
}

test("the figures of a range download as CSV and PDF, with those compared and the change", async () => {
  const { viewer, merchantId } = await openStore();
  const query = { ...NOVEMBER, compare: "before" };
  const { rows, pages } = await fileOf(viewer, "/reports/activity/export", query);
  expect(rows).toMatchObject([
    { Period: "Selected", From: "2025-11-01", Issued: "1500.00", Redeemed: "-50.00" },
    { Period: "Compared", To: "2025-10-31", Issued: "1000.00", Redeemed: "-200.00" },
    {
      Period: "Change",
      From: "",
      Issued: "500.00",
      Redeemed: "150.00",
      "Closing balance": "1450.00",
    },
  ]);
  expect(pages).toHaveLength(1);
  for (const text of [
    "Juniper Street Books",
    "Activity",
    "Nov 1 – 30, 2025, USD, compared with Oct 1 – 31, 2025",
    `All times in ${ZONE}.`,
    "$1,500.00",
    "−$200.00",
    "Page 1 of 1",
  ]) {
    expect(pages[0]).toContain(text);
  }
  expect(await auditOf(merchantId, "report.exported")).toMatchObject([
    { details: { report: "activity", ...query, format: "csv" } },
    { details: { report: "activity", ...query, format: "pdf" } },
  ]);
});

test("every report downloads as CSV and PDF with the same rows", async () => {
  const { viewer, owner } = await openStore();
  await owner.post("/reports/closings", { month: "2025-10" });
  const usd = { currency: "USD" };
  for (const [path, query, title, cell] of [
    ["/reports/liability/export", usd, "Liability", ["Issued", "1500.00", "$1,500.00"]],
    ["/reports/ageing/export", {}, "Aging", ["Grouped by", "Time until expiration", "Time until"]],
    ["/reports/expired/export", usd, "Breakage", ["Customer", ADA_EMAIL, ADA_EMAIL]],
    ["/gifts/export", { status: "pending" }, "Gifts", ["Amount", "3.00", "$3.00"]],
    ["/reports/settlement/export", {}, "Settlement", null],
    ["/reports/journal", NOVEMBER, "Journal", ["Amount", "50.00", "$50.00"]],
    ["/reports/closings/2025-10/export", {}, "Closed month", ["Issued", "1000.00", "$1,000.00"]],
  ] as const) {
    const { rows, pages } = await fileOf(viewer, path, query);
    const text = pages.join(" ");
    expect(text, path).toContain(title);
    if (cell) {
      const [column, csv, pdf] = cell;
      expect(
        rows.map((row) => row[column]),
        path,
      ).toContain(csv);
      expect(text, path).toContain(pdf);
    } else expect(text, path).toContain("Nothing to report.");
  }
});

test("the PDF of a closed month has its whole hash", async () => {
  const { viewer, owner } = await openStore();
  const { body } = await owner.post("/reports/closings", { month: "2025-10" });
  const { pages } = await fileOf(viewer, "/reports/closings/2025-10/export");
  expect(pages.join(" ").replaceAll(" ", "")).toContain(body.closing.hash);
  expect(pages[0]).toContain("October 2025");
});

test("a refused report is a response and not a file, and isn't in the audit log", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const wrong = { ...NOVEMBER, to: "2025-10-01", format: "pdf" };
  expect(await outcomeOf(owner.get("/reports/activity/export", wrong))).toBe(
    "400 invalid_request to",
  );
  const unknown = { ...NOVEMBER, format: "xlsx" };
  expect(await outcomeOf(owner.get("/reports/activity/export", unknown))).toBe(
    "400 invalid_request format",
  );
  expect(await auditOf(merchantId, "report.exported")).toEqual([]);
});

test("another store's cards and gifts are in no file", async () => {
  const [mine, theirs] = [await openStore(), await storeWithPeople()];
  const card = await mine.card({ amountCents: 100 });
  await disable(mine.ctx(), { cardId: card.id });
  for (const path of ["/gifts/export", "/reports/expired/export", "/reports/liability/export"]) {
    const query = path.startsWith("/reports") ? { currency: "USD" } : {};
    expect(csvRowsOf(await theirs.owner.get(path, query as Record<string, string>))).toEqual([]);
  }
});
