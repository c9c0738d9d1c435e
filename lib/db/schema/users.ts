import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { merchants } from "./merchants";

export const users = pgTable("users", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull().unique(),
  name: text("name").notNull(),
  passwordHash: text("password_hash").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const memberships = pgTable(
  "memberships",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    role: text("role", { enum: ["owner", "manager", "viewer"] }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the person last turned to this store: signing in opens the latest of theirs. */
    lastOpenedAt: instant("last_opened_at"),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    index("memberships_user").on(t.userId),
    check("memberships_role", sql`${t.role} in ('owner', 'manager', 'viewer')`),
  ],
);

/** A signed-in browser. The cookie carries only the id; this row decides whether it still counts. */
export const userSessions = pgTable(
  "user_sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    userAgent: text("user_agent"),
    address: text("address"),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    foreignKey({
      columns: [t.merchantId, t.userId],
      foreignColumns: [memberships.merchantId, memberships.userId],
    }),
    index("user_sessions_user").on(t.userId),
  ],
);
