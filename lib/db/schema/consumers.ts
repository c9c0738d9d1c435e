import { index, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { merchantForeignKey } from "./merchants";

/** People who hold cards of any store, identified by their normalized email. */
export const consumers = pgTable("consumers", (c) => ({
  id: c.uuid("id").primaryKey(),
  email: c.text("email").notNull().unique(),
  createdAt: instant("created_at").notNull().defaultNow(),
}));

export const consumerForeignKey = (column: string) =>
  uuid(column)
    .notNull()
    .references(() => consumers.id);

/**
 * Consumers who own, or owned, one of a merchant's cards. lib/ledger/customers.sql adds them when a card
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
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("customers_consumer").on(t.merchantId, t.consumerId),
    // For prefix searches in any database collation.
    index("customers_email").on(t.merchantId, t.email.op("text_pattern_ops")),
  ],
);
