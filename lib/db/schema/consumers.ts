import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { CUSTOMER_LANGUAGES } from "@/lib/base/i18n/languages";
import { instant, oneOf } from "./columns";
import { merchantForeignKey } from "./merchants";

/** People who hold cards of any store, identified by their normalized email. */
export const consumers = pgTable(
  "consumers",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    email: c.text("email").notNull().unique(),
    /** The language that the person chose in the wallet; null for the store's in emails. */
    language: c.text("language", { enum: CUSTOMER_LANGUAGES }),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [check("consumers_language", oneOf(t.language, CUSTOMER_LANGUAGES))],
);

export const consumerForeignKey = (column: string) =>
  uuid(column)
    .notNull()
    .references(() => consumers.id);

/**
 * Consumers who own, or owned, one of a merchant's cards. lib/ledger/post/customers.sql adds them when a card
 * gets an owner. The email is copied here, so that a search stays within the merchant.
 */
export const customers = pgTable(
  "customers",
  (c) => ({
    merchantId: merchantForeignKey(),
    /** Specific to this merchant; time-ordered by when the consumer got their first card here. */
    id: c.uuid("id").notNull(),
    consumerId: consumerForeignKey("consumer_id"),
    email: c.text("email").notNull(),
    /** What the store's team calls the customer. Never shown to customers. */
    name: c.text("name"),
    /** The team's note about the customer. Never shown to customers. */
    note: c.text("note"),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    check("customers_name", sql`length(${t.name}) between 1 and 120`),
    check("customers_note", sql`length(${t.note}) between 1 and 2000`),
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("customers_consumer").on(t.merchantId, t.consumerId),
    // For prefix searches in any database collation.
    index("customers_email").on(t.merchantId, t.email.op("text_pattern_ops")),
  ],
);
