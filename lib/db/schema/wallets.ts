import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { currencyCode, instant } from "./columns";
import { consumerForeignKey } from "./consumers";

/** A consumer's store credit at a merchant in one currency, backed by a card. */
export const wallets = pgTable(
  "wallets",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    consumerId: consumerForeignKey("consumer_id"),
    currency: currencyCode("currency").notNull(),
    cardId: c.uuid("card_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("wallets_consumer").on(t.merchantId, t.consumerId, t.currency),
    index("wallets_currency").on(t.merchantId, t.currency, t.id),
    cardForeignKey(t.merchantId, t.cardId),
  ],
);
