import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, pgTable, uuid } from "drizzle-orm/pg-core";
import { CUSTOMER_LANGUAGES } from "@/lib/base/i18n/languages";
import { FIRST_BUCKET } from "@/lib/db/client/buckets";
import { amountCents, bytea, currencyCode, instant, oneOf } from "./columns";

export const merchants = pgTable(
  "merchants",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    slug: c.text("slug").notNull().unique(),
    /** The bucket with the store's cards and everything else that belongs to it; that of its test twin, too. */
    bucket: c.text("bucket").notNull().default(FIRST_BUCKET),
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
    /**
     * `batch_totals` contains transactions before this time. If it isn't `rolled_up_until`, because a server of
     * the release before closed a day, the next housekeeping sums them up again.
     */
    batchTotalsUntil: instant("batch_totals_until"),
    /** The language of emails to customers who chose none. */
    language: c.text("language", { enum: CUSTOMER_LANGUAGES }).notNull().default("en"),
    /** `#rrggbb`, for cards, pages and emails that customers see; null for the default. */
    brandColor: c.text("brand_color"),
    /** The name that customers' emails come from; null for the store's name. */
    senderName: c.text("sender_name"),
    supportEmail: c.text("support_email"),
    supportPhone: c.text("support_phone"),
    /** The store's terms for gift cards (https). */
    termsUrl: c.text("terms_url"),
    /** What the store's scanner or card reader sends before a code; null for nothing. */
    scanPrefix: c.text("scan_prefix"),
    /** The largest amount that is usual, in minor units of the store's currency; null for 10,000 units of any currency. */
    usualAmountCents: amountCents("usual_amount_cents"),
    /** Redemptions up to this time were checked for those to notify team members about; null before the first. */
    notifiedUntil: instant("notified_until"),
    /** The last month (`YYYY-MM`) whose report was emailed to team members; null before the first. */
    reportedMonth: c.text("reported_month"),
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
    check("merchants_language", oneOf(t.language, CUSTOMER_LANGUAGES)),
    check("merchants_brand_color", sql`${t.brandColor} ~ '^#[0-9a-f]{6}$'`),
    check("merchants_scan_prefix", sql`length(${t.scanPrefix}) between 1 and 20`),
    check("merchants_terms_url", sql`${t.termsUrl} like 'https://%'`),
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

/** Logos of stores, re-encoded as PNG. Separate from `merchants`, so that reading a store doesn't read its logo. */
export const storeLogos = pgTable(
  "store_logos",
  (c) => ({
    merchantId: merchantForeignKey().primaryKey(),
    image: bytea("image").notNull(),
    widthPx: c.integer("width_px").notNull(),
    heightPx: c.integer("height_px").notNull(),
    /** SHA-256 of the image, in its URL. */
    hash: bytea("hash").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  }),
  (t) => [check("store_logos_size", sql`octet_length(${t.image}) <= 204800`)],
);
