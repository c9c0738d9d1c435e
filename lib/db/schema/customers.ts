import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { ofConsumer } from "./consumers";
import { ofMerchant } from "./merchants";

/**
 * The consumers who own, or owned, a card of a merchant, written by lib/ledger/customers.sql when a
 * card gets its owner. The address is kept here too, so that a search stays within the merchant.
 */
export const customers = pgTable(
  "customers",
  {
    merchantId: ofMerchant(),
    /** Of this merchant alone, and time-ordered by when the consumer got their first card here. */
    id: uuid("id").notNull(),
    consumerId: ofConsumer("consumer_id"),
    email: text("email").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("customers_consumer").on(t.merchantId, t.consumerId),
    // By beginnings, whatever the database's collation.
    index("customers_email").on(t.merchantId, t.email.op("text_pattern_ops")),
  ],
);
