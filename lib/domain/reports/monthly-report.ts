import { and, eq, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { MAIN_KINDS, reportedCents } from "@/lib/base/liability-kinds";
import { log, safeError } from "@/lib/base/observe/log";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { memberships, users } from "@/lib/db/schema/users";
import { type Mail, queueMail, REPORTED_FIGURES } from "@/lib/domain/mail/mail";
import { operatorContext } from "@/lib/domain/people/operator";
import { teamStoreOf } from "@/lib/domain/stores/test-twin";
import { type MonthRollForward, readRollForward } from "./roll-forward";

type DueStore = { id: string; name: string; month: string };

/**
 * Emails last month's figures of the bucket's stores to the team members who want them, once all days of the month are totaled. Each
 * store's month is reported once, by one of several runs at the same time. Returns the number of emails.
 */
export async function mailMonthlyReports(): Promise<number> {
  let mails = 0;
  for (const store of await dueStores()) {
    try {
      mails += await mailReportOf(store);
    } catch (error) {
      // An error in one store must not stop the others.
      log().error(
        { merchantId: store.id, error: safeError(error) },
        "a monthly report was not sent",
      );
    }
  }
  return mails;
}

/** The last month (`YYYY-MM`) whose days are all totaled, in the time zone of the totals. */
const TOTALED_MONTH = sql`to_char(date_trunc('month',
  rolled_up_until at time zone coalesce(closed_zone, time_zone)) - interval '1 month', 'YYYY-MM')`;

const dueStores = async (): Promise<DueStore[]> => [
  ...(await db().execute<DueStore>(sql`
    select id, name, ${TOTALED_MONTH} as month from merchants
    where bucket = ${currentBucket()} and rolled_up_until is not null and (reported_month is null or reported_month < ${TOTALED_MONTH})
    order by id`)),
];

async function mailReportOf({ id, name, month }: DueStore): Promise<number> {
  const currencies = (await recipientsOf(db(), id)).length > 0 ? await figuresOf(id, month) : [];
  return db().transaction(async (tx) => {
    const [mine] = await tx.execute(sql`
      select from merchants where id = ${id} and (reported_month is null or reported_month < ${month})
      for no key update skip locked`);
    if (!mine) return 0;
    await tx.update(merchants).set({ reportedMonth: month }).where(eq(merchants.id, id));
    if (currencies.length === 0) return 0;
    const recipients = await recipientsOf(tx, id);
    const link = `${env().appUrl}/reports?range=last_month`;
    const facts = { storeName: name, month, currencies, link };
    for (const to of recipients) {
      await queueMail(tx, id, { template: "monthly_report", to, ...facts });
    }
    return recipients.length;
  });
}

/** The team members who want the report. A test twin shares its team with its live store. */
const recipientsOf = async (from: Pick<Tx, "select">, merchantId: string): Promise<string[]> => {
  const people = await from
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.merchantId, teamStoreOf(merchantId)),
        eq(memberships.notifiesMonthlyReport, true),
      ),
    );
  return people.map(({ email }) => email);
};

type Reported = Extract<Mail, { template: "monthly_report" }>["currencies"];

/** The figures of each currency that had a balance in the month or moved in it. */
async function figuresOf(merchantId: string, month: string): Promise<Reported> {
  const ctx = operatorContext(merchantId);
  const currencies = await db().execute<{ currency: string }>(sql`
    select currency from daily_totals where merchant_id = ${merchantId}
    group by 1 order by sum(count) desc, 1`);
  const reported: Reported = [];
  for (const { currency } of currencies) {
    const { months } = await readRollForward(ctx, { currency });
    const index = months.findIndex((one) => one.month === month);
    const now = months[index];
    if (now) reported.push({ currency, figures: compared(now, months[index + 1]) });
  }
  return reported;
}

/** Figures that are zero in both months are left out, but for the most important ones. */
const ALWAYS_REPORTED = ["opening", ...MAIN_KINDS, "closing"];

const compared = (now: MonthRollForward, before: MonthRollForward | undefined) =>
  REPORTED_FIGURES.map((name) => ({
    name,
    cents: String(centsOf(now, name)),
    before: before ? String(centsOf(before, name)) : null,
  })).filter(
    ({ name, cents, before: former }) =>
      ALWAYS_REPORTED.includes(name) || cents !== "0" || (former ?? "0") !== "0",
  );

function centsOf(
  { openingCents, closingCents, changes }: MonthRollForward,
  name: (typeof REPORTED_FIGURES)[number],
): bigint {
  if (name === "opening") return openingCents;
  if (name === "closing") return closingCents;
  return reportedCents(name, changes[name]);
}
