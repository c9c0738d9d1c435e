import { sql } from "drizzle-orm";
import { check, index, pgTable } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Outgoing work (emails, syncs with online shops, updates of wallet passes), queued in the transaction that causes it. */
export const outbox = pgTable(
  "outbox",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    /** Null for emails that belong to no store, such as a consumer's sign-in. */
    merchantId: c.uuid("merchant_id"),
    kind: c.text("kind", { enum: ["email", "platform_card", "wallet_pass"] }).notNull(),
    payload: c.jsonb("payload").notNull(),
    /** `kept`: an email of a test twin, which is shown and never sent. */
    status: c
      .text("status", { enum: ["pending", "done", "failed", "suppressed", "kept"] })
      .notNull()
      .default("pending"),
    attempts: c.integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    leasedUntil: instant("leased_until"),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    // By kind, so that a long queue of one kind does not delay the other.
    index("outbox_due").on(t.kind, t.nextAttemptAt).where(sql`${t.status} = 'pending'`),
    // Finds due work store by store.
    index("outbox_platform_due")
      .on(t.merchantId, t.nextAttemptAt)
      .where(sql`${t.status} = 'pending' and ${t.kind} = 'platform_card'`),
    // Finds due emails store by store, and those of people first.
    index("outbox_mail_due")
      .on(t.merchantId, t.nextAttemptAt)
      .where(sql`${t.status} = 'pending' and ${t.kind} = 'email'`)
      .concurrently(),
    // Lists the emails of a test twin.
    index("outbox_kept").on(t.merchantId, t.id).where(sql`${t.status} = 'kept'`),
    check("outbox_status", sql`${t.status} in ('pending', 'done', 'failed', 'suppressed', 'kept')`),
  ],
);
