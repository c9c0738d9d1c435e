import { bigint, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { cards } from "./cards";
import { cents, currencyCode, instant } from "./columns";

/** What a change of a card tells the world; written by lib/ledger/emit.sql in the commit of the change. */
export const events = pgTable(
  "events",
  {
    merchantId: uuid("merchant_id").notNull(),
    id: uuid("id").notNull(),
    event: text("event").notNull(),
    cardId: uuid("card_id").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    transactionId: uuid("transaction_id"),
    amountCents: cents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    newBalanceCents: cents("new_balance_cents").notNull(),
    consumerEmail: text("consumer_email"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("events_card").on(t.merchantId, t.cardId, t.sequence),
    // Finds what is old enough to be removed, at next to no cost for what is written.
    index("events_age").using("brin", t.createdAt),
    foreignKey({
      columns: [t.merchantId, t.cardId],
      foreignColumns: [cards.merchantId, cards.id],
    }),
  ],
);
