import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Outgoing work (emails and syncs with online shops), queued in the transaction that causes it. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey(),
    /** Null for emails that belong to no store, such as a consumer's sign-in. */
    merchantId: uuid("merchant_id"),
    kind: text("kind", { enum: ["email", "platform_card"] }).notNull(),
    payload: jsonb("payload").notNull(),
    status: text("status", { enum: ["pending", "done", "failed"] })
      .notNull()
      .default("pending"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    leasedUntil: instant("leased_until"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    // By kind, so that a long queue of one kind does not delay the other.
    index("outbox_due").on(t.kind, t.nextAttemptAt).where(sql`${t.status} = 'pending'`),
    // Finds due work store by store.
    index("outbox_platform_due")
      .on(t.merchantId, t.nextAttemptAt)
      .where(sql`${t.status} = 'pending' and ${t.kind} = 'platform_card'`),
    check("outbox_status", sql`${t.status} in ('pending', 'done', 'failed')`),
  ],
);
