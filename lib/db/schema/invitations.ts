import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";
import { ofMerchant } from "./merchants";

/** Invitations to a store's team. Only the hash of the link's token is stored. */
export const invitations = pgTable(
  "invitations",
  {
    merchantId: ofMerchant(),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    role: text("role", { enum: ["owner", "manager", "viewer"] }).notNull(),
    tokenHash: bytea("token_hash").notNull(),
    /** `user:<id>` of the inviter. */
    invitedBy: text("invited_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the link was last sent; it works for seven days from then. */
    sentAt: instant("sent_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    withdrawnAt: instant("withdrawn_at"),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("invitations_token").on(t.tokenHash),
    uniqueIndex("invitations_pending")
      .on(t.merchantId, t.email)
      .where(sql`${t.acceptedAt} is null and ${t.withdrawnAt} is null`),
    check("invitations_role", sql`${t.role} in ('owner', 'manager', 'viewer')`),
    check("invitations_settled", sql`${t.acceptedAt} is null or ${t.withdrawnAt} is null`),
  ],
);
