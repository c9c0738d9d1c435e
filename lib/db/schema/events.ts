import { bigint, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ofCard } from "./cards";
import { cents, currencyCode, instant } from "./columns";

/** Events of card changes, written by lib/ledger/emit.sql in the same transaction. */
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
    // Finds events old enough to delete, at almost no cost for inserts.
    index("events_age").using("brin", t.createdAt),
    ofCard(t.merchantId, t.cardId),
  ],
);
