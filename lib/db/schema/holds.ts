import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { amountCents, cents, instant, metadata, note, oneOf, reference } from "./columns";

export const HOLD_STATUSES = ["held", "captured", "released", "expired"] as const;

/**
 * Money set aside on a card until it is captured or released. A hold ends at `expires_at` by itself;
 * housekeeping then sets its status to `expired` and takes it off the card's `held_cents`.
 */
export const holds = pgTable(
  "holds",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    cardId: c.uuid("card_id").notNull(),
    amountCents: amountCents("amount_cents").notNull(),
    capturedCents: cents("captured_cents").notNull().default(sql`0`),
    status: c.text("status", { enum: HOLD_STATUSES }).notNull(),
    expiresAt: instant("expires_at").notNull(),
    referenceId: reference("reference_id"),
    note: note("note"),
    metadata: metadata("metadata"),
    actor: c.text("actor").notNull(),
    requestId: c.text("request_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("holds_card").on(t.merchantId, t.cardId, t.id),
    index("holds_due").on(t.expiresAt).where(sql`${t.status} = 'held'`),
    cardForeignKey(t.merchantId, t.cardId),
    check("holds_status", oneOf(t.status, HOLD_STATUSES)),
    check(
      "holds_captured",
      sql`${t.capturedCents} <= ${t.amountCents} and (${t.status} = 'captured') = (${t.capturedCents} > 0)`,
    ),
    check("holds_ended", sql`(${t.status} = 'held') = (${t.endedAt} is null)`),
  ],
);
