import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, pgTable, uuid } from "drizzle-orm/pg-core";
import { currencyCode, instant } from "./columns";

export const merchants = pgTable(
  "merchants",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    slug: c.text("slug").notNull().unique(),
    name: c.text("name").notNull(),
    currency: currencyCode("currency").notNull().default("USD"),
    timeZone: c.text("time_zone").notNull().default("UTC"),
    /** Months until a balance expires after the last top-up; null means never. */
    validityMonths: c.integer("validity_months").default(60),
    /** Whether team members need two-step sign-in or a passkey to work in this store. */
    requiresSecondFactor: c.boolean("requires_second_factor").notNull().default(false),
    /** `daily_totals` contains transactions before this time; later ones are summed from the ledger. */
    rolledUpUntil: instant("rolled_up_until"),
    /** The time zone of `daily_totals`: after a change, the former one until the days are recomputed. */
    closedZone: c.text("closed_zone"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When an owner confirmed their email, or the operator created the store; null until then. */
    confirmedAt: instant("confirmed_at"),
    /** For a test twin: the store that it belongs to. A store has at most one. */
    liveMerchantId: c
      .uuid("live_merchant_id")
      .unique()
      .references((): AnyPgColumn => merchants.id),
    /** How far a test twin's time is ahead of the real time. */
    clockOffsetMs: c.bigint("clock_offset_ms", { mode: "number" }).notNull().default(sql`0`),
  }),
  (t) => [
    check("merchants_validity", sql`${t.validityMonths} between 1 and 1200`),
    check(
      "merchants_clock",
      sql`${t.clockOffsetMs} = 0 or (${t.liveMerchantId} is not null and ${t.clockOffsetMs} > 0)`,
    ),
  ],
);

/** The `merchant_id` column of a table whose rows belong to a store. */
export const merchantForeignKey = () =>
  uuid("merchant_id")
    .notNull()
    .references(() => merchants.id);
