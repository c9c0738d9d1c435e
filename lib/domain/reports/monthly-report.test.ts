import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { addMember, mailsOfStore, storeWithPeople } from "@/lib/testing/portal";
import { storeWithTwin } from "@/lib/testing/twin";
import { closeDays } from "./close-days";
import { mailMonthlyReports } from "./monthly-report";

/** The 15th of a month, counted back from this one, at noon UTC, and its name. */
function middleOf(monthsAgo: number) {
  const now = new Date();
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 15, 12));
  const format = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });
  return { at, month: at.toISOString().slice(0, 7), name: format.format(at) };
}

const [before, last] = [middleOf(2), middleOf(1)];

const wantReport = (merchantId: string, userId: string) =>
  pg()`update memberships set notifies_monthly_report = true
    where merchant_id = ${merchantId} and user_id = ${userId}`;

async function moveIn(merchantId: string) {
  const cardId = await bareCard({ merchantId });
  for (const [{ at }, type, counterAccount, amountCents] of [
    [before, "load", "issuance", 100_000],
    [before, "spend", "redemption", 40_000],
    [last, "load", "issuance", 125_000],
    [last, "spend", "redemption", 30_000],
    [last, "load", "store_credit", 700],
  ] as const) {
    await writeMovement({ merchantId, cardId, at, type, counterAccount, amountCents });
  }
}

const reportsOf = (merchantId: string) => mailsOfStore(merchantId, "monthly_report");

test("members who want it get last month's figures and their change once, also by runs at the same time", async () => {
  const { merchantId, owner } = await storeWithPeople({ name: "Juniper Street Books" });
  const viewer = await addMember(merchantId, "viewer");
  await addMember(merchantId, "manager");
  await wantReport(merchantId, owner.userId);
  await wantReport(merchantId, viewer.userId);
  await moveIn(merchantId);
  await mailMonthlyReports();
  expect(await reportsOf(merchantId)).toEqual([]);
  await closeDays();

  await Promise.all([mailMonthlyReports(), mailMonthlyReports(), mailMonthlyReports()]);
  await mailMonthlyReports();

  const mails = await reportsOf(merchantId);
  expect(mails.map(({ to }) => to).sort()).toEqual([owner.email, viewer.email].sort());
  const [mail] = mails;
  for (const line of [
    `Here's how Juniper Street Books gift cards changed in ${last.name}, compared with ${before.name}.`,
    "Opening balance: $600.00, +$600.00 (new)",
    "Issued: $1,250.00, +$250.00 (+25%)",
    "Store credit: $7.00, +$7.00 (new)",
    "Redeemed: $300.00, −$100.00 (−25%)",
    "Closing balance: $1,557.00, +$957.00 (+159.5%)",
  ]) {
    expect(mail?.text).toContain(line);
  }
  expect(mail?.text).not.toContain("Breakage");
  const [store] =
    await pg()`select reported_month as month from merchants where id = ${merchantId}`;
  expect(store?.month).toBe(last.month);
});

test("the month after it is reported again, and a member who joins late waits for it", async () => {
  const { merchantId, owner } = await storeWithPeople();
  await moveIn(merchantId);
  await closeDays();
  await mailMonthlyReports();
  await wantReport(merchantId, owner.userId);
  await mailMonthlyReports();
  expect(await reportsOf(merchantId)).toEqual([]);
  await pg()`update merchants set reported_month = ${before.month} where id = ${merchantId}`;
  await mailMonthlyReports();
  expect(await reportsOf(merchantId)).toHaveLength(1);
});

test("the first month has nothing to compare with, and a store in which nothing moved gets no email", async () => {
  const [first, empty] = [await storeWithPeople(), await storeWithPeople()];
  for (const { merchantId, owner } of [first, empty]) await wantReport(merchantId, owner.userId);
  const { merchantId } = first;
  const cardId = await bareCard({ merchantId });
  await writeMovement({ merchantId, cardId, at: last.at, type: "load", amountCents: 500 });
  await closeDays();
  await mailMonthlyReports();
  const [mail] = await reportsOf(merchantId);
  expect(mail?.text).toContain(
    `in ${last.name}.\n\nAmounts in USD\nOpening balance: $0.00\nIssued: $5.00\n`,
  );
  expect(await reportsOf(empty.merchantId)).toEqual([]);
});

test("a test twin's report is kept and never sent", async () => {
  const { live, twin } = await storeWithTwin();
  await wantReport(live.merchantId, live.owner.userId);
  await moveIn(twin.id);
  await closeDays();
  await mailMonthlyReports();
  const mails = await pg()`select status from outbox
    where merchant_id = ${twin.id} and payload ->> 'template' = 'monthly_report'`;
  expect([...mails]).toEqual([{ status: "kept" }]);
});
