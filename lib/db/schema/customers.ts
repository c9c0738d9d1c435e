import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { ofConsumer } from "./consumers";
import { ofMerchant } from "./merchants";

/**
 * Consumers who own, or owned, one of a merchant's cards. lib/ledger/customers.sql adds them when a card
 * gets an owner. The email is copied here, so that a search stays within the merchant.
 */
export const customers = pgTable(
  "customers",
  {
    merchantId: ofMerchant(),
    /** Specific to this merchant; time-ordered by when the consumer got their first card here. */
    id: uuid("id").notNull(),
    consumerId: ofConsumer("consumer_id"),
    email: text("email").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("customers_consumer").on(t.merchantId, t.consumerId),
    // For prefix searches in any database collation.
    index("customers_email").on(t.merchantId, t.email.op("text_pattern_ops")),
  ],
);
