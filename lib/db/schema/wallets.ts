import { foreignKey, index, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { cards } from "./cards";
import { currencyCode, instant } from "./columns";
import { consumers } from "./consumers";

/** A consumer's store credit at a merchant in one currency, backed by a card. */
export const wallets = pgTable(
  "wallets",
  {
    merchantId: uuid("merchant_id").notNull(),
    id: uuid("id").notNull(),
    consumerId: uuid("consumer_id")
      .notNull()
      .references(() => consumers.id),
    currency: currencyCode("currency").notNull(),
    cardId: uuid("card_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("wallets_consumer").on(t.merchantId, t.consumerId, t.currency),
    index("wallets_currency").on(t.merchantId, t.currency, t.id),
    foreignKey({
      columns: [t.merchantId, t.cardId],
      foreignColumns: [cards.merchantId, cards.id],
    }),
  ],
);
