import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  pgTable,
  primaryKey,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { batches } from "./batches";
import { bytea, cents, currencyCode, instant, metadata, ofRow, textDomainColumn } from "./columns";
import { consumers } from "./consumers";
import { merchantForeignKey } from "./merchants";

export const CARD_STATUSES = ["inactive", "active", "disabled"] as const;
export const CARD_TYPES = ["digital", "physical"] as const;

const cardStatus = textDomainColumn<(typeof CARD_STATUSES)[number]>("card_status");
const cardType = textDomainColumn<(typeof CARD_TYPES)[number]>("card_type");

/**
 * Only lib/ledger/post/move.sql writes `balance_cents`. The column has no index and the table has
 * fillfactor 80 (drizzle/0000_schema.sql), so that a debit updates the row on its page.
 */
export const cards = pgTable(
  "cards",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    /** Keyed hash of the code, for lookups. */
    codeHmac: bytea("code_hmac").notNull(),
    /** The code encrypted with AES-256-GCM, to show it again; see lib/domain/cards/code.ts. */
    sealedCode: c.text("sealed_code").notNull(),
    codeLast4: c.text("code_last4").notNull(),
    currency: currencyCode("currency").notNull(),
    balanceCents: cents("balance_cents").notNull().default(sql`0`),
    /**
     * The sum of the holds whose status is `held`, including those that expired but are not yet marked expired.
     * Not of the type `cents`: adding a column of a type with checks rewrites the table.
     */
    heldCents: c.bigint("held_cents", { mode: "number" }).notNull().default(sql`0`),
    status: cardStatus("status").notNull(),
    /** Why nothing can be taken from the card for now; null if it isn't frozen. */
    frozenReason: c.text("frozen_reason"),
    cardType: cardType("card_type").notNull(),
    ownerId: c.uuid("owner_id").references(() => consumers.id),
    batchId: c.uuid("batch_id"),
    /** The card that replaced this one. */
    replacedById: c.uuid("replaced_by_id"),
    metadata: metadata("metadata"),
    /** The number of this card's last change; transactions and events carry it. */
    sequence: c.bigint("sequence", { mode: "number" }).notNull().default(sql`0`),
    /** The last day, in the store's time zone, on which the balance can be spent. */
    expiresOn: c.date("expires_on"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /** When something changed that movements don't change, such as the owner (lib/ledger/post/card-details.sql). */
    detailsChangedAt: instant("details_changed_at"),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("cards_code").on(t.codeHmac),
    index("cards_status").on(t.merchantId, t.status, t.id),
    index("cards_owner").on(t.merchantId, t.ownerId, t.id).where(sql`${t.ownerId} is not null`),
    index("cards_owner_fk").on(t.ownerId).where(sql`${t.ownerId} is not null`),
    index("cards_last4").on(t.merchantId, t.codeLast4, t.id),
    index("cards_currency").on(t.merchantId, t.currency, t.id),
    // Top-ups change the date; debits never do, so the index costs them nothing.
    index("cards_expires")
      .on(t.merchantId, t.expiresOn, t.id)
      .where(sql`${t.expiresOn} is not null`),
    index("cards_frozen").on(t.merchantId, t.id).where(sql`${t.frozenReason} is not null`),
    index("cards_details_changed")
      .on(t.merchantId, t.detailsChangedAt)
      .where(sql`${t.detailsChangedAt} is not null`),
    // With cards_status, lists without unsold stock: its few exceptions.
    index("cards_reserved")
      .on(t.merchantId, t.id)
      .where(sql`${t.status} = 'inactive' and ${t.ownerId} is not null`),
    index("cards_batch").on(t.merchantId, t.batchId, t.id).where(sql`${t.batchId} is not null`),
    // The indexed terms contain the store: a search for a pair that many stores use reads only the cards of one.
    index("cards_metadata")
      .using("gin", sql`metadata_terms(${t.merchantId}, ${t.metadata})`)
      .where(sql`${t.metadata} is not null`),
    // Each card replaces at most one.
    uniqueIndex("cards_replaced_by")
      .on(t.merchantId, t.replacedById)
      .where(sql`${t.replacedById} is not null`),
    ofRow(t.merchantId, t.batchId, batches),
    // One check, because Postgres parses each check in every statement.
    check(
      "cards_rules",
      sql`(${t.status} <> 'inactive' or ${t.balanceCents} = 0) and ${t.sequence} >= 0`,
    ),
  ],
);

/** A merchant's number of cards by status and type, spread over slots to reduce contention. */
export const cardCounts = pgTable(
  "card_counts",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    status: c.text("status").notNull(),
    cardType: c.text("card_type").notNull(),
    slot: c.integer("slot").notNull(),
    count: c.bigint("count", { mode: "number" }).notNull(),
  }),
  (t) => [primaryKey({ columns: [t.merchantId, t.status, t.cardType, t.slot] })],
);

/** The foreign key for a table that references a card. */
export const cardForeignKey = (merchantId: AnyPgColumn, cardId: AnyPgColumn) =>
  ofRow(merchantId, cardId, cards);

/** PINs of imported cards, asked for on public pages with the code. Kept apart, so debits don't read them. */
export const cardPins = pgTable(
  "card_pins",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    cardId: c.uuid("card_id").notNull(),
    sealedPin: c.text("sealed_pin").notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.cardId] }),
    cardForeignKey(t.merchantId, t.cardId),
  ],
);

/** The team's notes about cards. Never shown to customers. Kept apart, so debits don't read them. */
export const cardNotes = pgTable(
  "card_notes",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    cardId: c.uuid("card_id").notNull(),
    note: c.text("note").notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.cardId] }),
    cardForeignKey(t.merchantId, t.cardId),
    check("card_notes_length", sql`length(${t.note}) between 1 and 2000`),
  ],
);
