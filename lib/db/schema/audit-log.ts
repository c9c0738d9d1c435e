import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { merchantForeignKey } from "./merchants";

/** Who changed what, written in the same transaction as the change. */
export const auditLog = pgTable(
  "audit_log",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    actor: c.text("actor").notNull(),
    /** The action as `subject.verb`: `api_key.created`, `card.disabled`. */
    action: c.text("action").notNull(),
    subjectId: c.text("subject_id"),
    details: c.jsonb("details"),
    requestId: c.text("request_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  // The log is read newest first. Each filter (actor, action, subject) has its own index.
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("audit_log_actor").on(t.merchantId, t.actor, t.id),
    index("audit_log_action").on(t.merchantId, t.action, t.id),
    index("audit_log_actor_action").on(t.merchantId, t.actor, t.action, t.id),
    index("audit_log_subject").on(t.merchantId, t.subjectId, t.id),
  ],
);
