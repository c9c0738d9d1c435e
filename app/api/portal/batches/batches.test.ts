import { parse } from "csv-parse/sync";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import * as v1Batches from "@/app/api/v1/batches/route";
import { createBatch } from "@/lib/batches/create";
import { readBatch } from "@/lib/batches/read";
import { workDue } from "@/lib/batches/work";
import { codeHmac, parseCode } from "@/lib/cards/code";
import { findCardByCode } from "@/lib/cards/find";
import { pg } from "@/lib/db/client";
import { env } from "@/lib/env";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as activate from "./[id]/activate/route";
import * as codes from "./[id]/codes/route";
import * as sheet from "./[id]/sheet/route";
import * as voiding from "./[id]/void/route";

useTestDatabase();

async function storeWithBatch(quantity = 12, amountCents: number | undefined = 2_500) {
  const store = await storeWithPeople();
  const ctx = operatorContext(store.merchantId);
  const wanted = { name: "Spring", quantity, currency: "USD", cardType: "physical" } as const;
  const { batch } = await createBatch(ctx, { ...wanted, amountCents });
  await workDue();
  const read = () => readBatch(operatorContext(store.merchantId), { batchId: batch.id });
  return { ...store, id: batch.id, read };
}

const auditOf = (merchantId: string, action: string) =>
  pg()`select actor, subject_id, details from audit_log
    where merchant_id = ${merchantId} and action = ${action}`;

test("owner and manager make, activate, void, export and print a batch; a viewer does none of it", async () => {
  const store = await storeWithBatch();
  const { id } = store;
  const manager = await store.join("manager");
  const viewer = await store.join("viewer");
  const attempts = async (headers: Record<string, string>) => {
    const body = { name: "B", quantity: 1, currency: "USD", cardType: "digital" };
    const statuses = [
      (await send(v1Batches, "POST", { headers, body })).status,
      (await send(activate, "POST", { headers, id, body: { to: 1 } })).status,
    ];
    await workDue();
    statuses.push((await send(codes, "GET", { headers, id })).status);
    const query = { from: "1", to: "1" };
    statuses.push((await fetchPdf(headers, id, query)).status);
    statuses.push((await send(voiding, "POST", { headers, id, body: { from: 12 } })).status);
    await workDue();
    return statuses;
  };
  expect(await attempts(viewer.headers)).toEqual([403, 403, 403, 403, 403]);
  expect((await store.read()).cards).toEqual({ inactive: 12, active: 0, disabled: 0 });
  for (const { headers } of [store.owner, manager]) {
    expect(await attempts(headers)).toEqual([201, 202, 200, 200, 202]);
  }
  expect((await store.read()).cards).toEqual({ inactive: 10, active: 1, disabled: 1 });
});

test("activation and voiding say what they did in the audit log, and are refused while one is under way", async () => {
  const { owner, id, merchantId, read } = await storeWithBatch();
  const { headers } = owner;
  const body = { from: 3, to: 5, note: "Shelf" };
  const begun = await send(activate, "POST", { headers, id, body });
  expect(begun.body).toMatchObject({
    status: "activating",
    lastRun: { kind: "activate", status: "running", total: 3, done: 0 },
  });
  for (const route of [activate, voiding]) {
    const refused = await send(route, "POST", { headers, id, body: {} });
    expect([refused.status, refused.body.error]).toEqual([409, "batch_busy"]);
  }
  expect((await send(codes, "GET", { headers, id })).body.error).toBe("batch_busy");
  await workDue();
  expect((await read()).cards.active).toBe(3);
  const [row] = await auditOf(merchantId, "batch.activated");
  const sums = { amountCents: 2_500, currency: "USD" };
  expect(row).toMatchObject({
    actor: `user:${owner.userId}`,
    subject_id: id,
    details: { ...sums, name: "Spring", cards: 3, from: 3, to: 5, note: "Shelf" },
  });
  const [moved] =
    await pg()`select actor, note from transactions where merchant_id = ${merchantId}`;
  expect(moved).toEqual({ actor: `user:${owner.userId}`, note: "Shelf" });

  // Of the seven cards from the fourth on, two were sold.
  await send(voiding, "POST", { headers, id, body: { from: 4, to: 10 } });
  await workDue();
  expect((await read()).cards).toEqual({ inactive: 4, active: 3, disabled: 5 });
  const [voided] = await auditOf(merchantId, "batch.voided");
  expect(voided?.details).toEqual({ name: "Spring", cards: 5, from: 4, to: 10 });

  for (const [wrong, path] of [
    [{ from: 0 }, "from"],
    [{ to: 13 }, "to"],
    [{ from: 9, to: 8 }, "to"],
    [{ amountCents: 0 }, "amountCents"],
  ] as const) {
    const answer = await send(activate, "POST", { headers, id, body: wrong });
    expect([answer.status, answer.body.fields[0].path]).toEqual([400, path]);
  }
});

test("the file for the printer has every card's code in order, under an entry in the audit log", async () => {
  const { owner, id, merchantId } = await storeWithBatch(2_100);
  const file = await send(codes, "GET", { headers: owner.headers, id });
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="codes.csv"');
  const rows: Record<string, string>[] = parse(file.text, { bom: true, columns: true });
  expect(rows).toHaveLength(2_100);
  expect(rows.map((row) => row.Number)).toEqual(rows.map((_, index) => String(index + 1)));
  for (const row of [rows[0], rows[1_000], rows[2_099]]) {
    const code = parseCode(row?.Code ?? "");
    expect(code).toBe(row?.["Code without dashes"]);
    const card = await findCardByCode(merchantId, codeHmac(code ?? ""));
    expect(card?.id).toBe(row?.["Card id"]);
    expect(row).toMatchObject({ Status: "inactive", Currency: "USD", Amount: "25.00" });
  }
  const entries = await auditOf(merchantId, "batch.codes_exported");
  expect(entries).toEqual([
    {
      actor: `user:${owner.userId}`,
      subject_id: id,
      details: { name: "Spring", cards: 2_100 },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(rows[0]?.Code);
});

async function fetchPdf(
  headers: Record<string, string>,
  id: string,
  query: Record<string, string>,
): Promise<{ status: number; bytes: Uint8Array }> {
  const request = new Request(`http://localhost:3000/?${new URLSearchParams(query)}`, { headers });
  const response = await sheet.GET(request, { params: Promise.resolve({ id }) });
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** What stands on each page of a PDF. */
async function pagesOf(data: Uint8Array) {
  const file = await getDocument({ data, verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: file.numPages }, async (_, index) => {
      const page = await file.getPage(index + 1);
      const { items } = await page.getTextContent();
      return items.map((item) => ("str" in item ? item.str : "")).join("");
    }),
  );
}

test("sheets show ten cards a page with their codes, and are no more than 500 at once", async () => {
  const { owner, id, merchantId } = await storeWithBatch(503);
  const { headers } = owner;
  const { text } = await send(codes, "GET", { headers, id });
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });

  const pages = await pagesOf((await fetchPdf(headers, id, { from: "2", to: "24" })).bytes);
  expect(pages).toHaveLength(3);
  for (const [index, row] of rows.entries()) {
    const place = index + 1;
    const page = place < 2 || place > 24 ? -1 : Math.floor((place - 2) / 10);
    for (const [at, shown] of pages.entries()) {
      expect(shown.includes(row.Code ?? "none"), `card ${place} on page ${at}`).toBe(at === page);
    }
  }
  expect(pages[0]).toContain("Corner Bakery");
  expect(pages[0]).toContain("USD 25.00");
  const [store] = await pg()`select slug from merchants where id = ${merchantId}`;
  const balancePage = `Balance: ${new URL(env().appUrl).host}/balance/${store?.slug}`;
  expect(pages.map((page) => page.split(balancePage).length - 1)).toEqual([10, 10, 3]);
  expect(pages[2]).toContain("No. 24");

  expect((await fetchPdf(headers, id, {})).status).toBe(400);
  expect((await fetchPdf(headers, id, { from: "4" })).status).toBe(200);
  expect((await auditOf(merchantId, "batch.sheet_printed")).map(({ details }) => details)).toEqual([
    { name: "Spring", cards: 23, from: 2, to: 24 },
    { name: "Spring", cards: 500, from: 4, to: 503 },
  ]);
});
