import { check, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, instant, oneOf } from "./columns";
import { merchantForeignKey } from "./merchants";

export const SUPPRESSION_REASONS = ["unsubscribed", "bounced", "complained"] as const;

/** Addresses that a store sends no email to. */
export const mailSuppressions = pgTable(
  "mail_suppressions",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    /** A keyed hash, to look the address up. */
    emailHash: bytea("email_hash").notNull(),
    /** The encrypted address, to show it to the store. */
    sealedEmail: c.text("sealed_email").notNull(),
    reason: c.text("reason", { enum: SUPPRESSION_REASONS }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("mail_suppressions_email").on(t.merchantId, t.emailHash),
    check("mail_suppressions_reason", oneOf(t.reason, SUPPRESSION_REASONS)),
  ],
);

const UNDELIVERABLE_REASONS = ["bounced", "complained"] as const;

/** Addresses that no store sends email to: mail to them bounced, or was reported as spam. */
export const undeliverableAddresses = pgTable(
  "undeliverable_addresses",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    emailHash: bytea("email_hash").notNull().unique(),
    /** The encrypted address, to hash it again when ENCRYPTION_KEY changes. */
    sealedEmail: c.text("sealed_email").notNull(),
    reason: c.text("reason", { enum: UNDELIVERABLE_REASONS }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [check("undeliverable_addresses_reason", oneOf(t.reason, UNDELIVERABLE_REASONS))],
);
