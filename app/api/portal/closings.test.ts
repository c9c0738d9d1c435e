import { expect, test } from "vitest";
import { at } from "@/lib/demo/timeline";
import { activate } from "@/lib/domain/cards/activate";
import { closeDays } from "@/lib/domain/reports/close-days";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";

test("an owner closes a month, which is logged, and everybody in the store reads and downloads it", async () => {
  const store = await storeWithPeople({ currency: "EUR" });
  const { owner, ctx, merchantId } = store;
  const [manager, viewer] = [await store.join("manager"), await store.join("viewer")];
  const { id: cardId } = await store.card({ currency: "EUR" });
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  const month = lastMonth.toISOString().slice(0, 7);
  await at(lastMonth.getTime() - 86_400_000, () => activate(ctx(), { cardId, amountCents: 1_250 }));
  await closeDays();
  expect((await manager.post("/reports/closings", { month })).status).toBe(403);
  const bad = await owner.post("/reports/closings", { month: "2026-13" });
  expect([bad.status, bad.body.fields[0].path]).toEqual([400, "month"]);
  expect((await viewer.get("/reports/closings")).body).toEqual({
    closings: [],
    next: { month, isReady: true },
  });

  const { status, body } = await owner.post("/reports/closings", { month });

  expect([status, body.closing]).toMatchObject([201, { month, transactions: 1, closedBy: "Ada" }]);
  expect((await viewer.get("/reports/closings")).body.closings).toEqual([body.closing]);
  const file = await viewer.get(`/reports/closings/${month}/export`);
  expect(file.text).toContain(
    `${month},"EUR",0.00,12.50,0.00,0.00,0.00,0.00,0.00,0.00,12.50,1,"Ada",`,
  );
  expect(file.text).toContain(body.closing.hash);
  expect((await viewer.get("/reports/closings/1999-01/export")).status).toBe(404);
  expect(await auditOf(merchantId, "month.closed")).toMatchObject([
    { actor: `user:${owner.userId}`, subjectId: month, details: { hash: body.closing.hash } },
  ]);
});
