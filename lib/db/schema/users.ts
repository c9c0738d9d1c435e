import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { browserColumns, bytea, instant } from "./columns";
import { ofMerchant } from "./merchants";

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull().unique(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    passwordChangedAt: instant("password_changed_at"),
    /** When the person confirmed their email; null until then. */
    verifiedAt: instant("verified_at"),
    /** The encrypted secret for two-step sign-in; not used until a code confirms it. */
    sealedTotpSecret: text("sealed_totp_secret"),
    /** When the secret was created; it can be confirmed for a limited time. */
    totpSetUpAt: instant("totp_set_up_at"),
    totpEnabledAt: instant("totp_enabled_at"),
    /** The 30-second step of the last accepted code: no code is accepted twice. */
    totpLastStep: bigint("totp_last_step", { mode: "number" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("users_totp", sql`${t.totpEnabledAt} is null or ${t.sealedTotpSecret} is not null`),
  ],
);

/** Single-use codes to sign in with when the authenticator is lost. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    codeHash: bytea("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Single-use links to reset a password. Only a person's latest link is stored. */
export const passwordResets = pgTable("password_resets", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  tokenHash: bytea("token_hash").notNull().unique(),
  expiresAt: instant("expires_at").notNull(),
});

/** Single-use emailed links to confirm an email. Only a person's latest link is stored. */
export const addressProofs = pgTable("address_proofs", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  tokenHash: bytea("token_hash").notNull().unique(),
  expiresAt: instant("expires_at").notNull(),
});

export const memberships = pgTable(
  "memberships",
  {
    merchantId: ofMerchant(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    role: text("role", { enum: ["owner", "manager", "viewer"] }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the person last switched to this store; signing in opens the most recent one. */
    lastOpenedAt: instant("last_opened_at"),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    index("memberships_user").on(t.userId),
    check("memberships_role", sql`${t.role} in ('owner', 'manager', 'viewer')`),
  ],
);

/** A signed-in browser. The cookie contains only the id; this row decides whether it is still valid. */
export const userSessions = pgTable(
  "user_sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    ...browserColumns(),
  },
  (t) => [
    foreignKey({
      columns: [t.merchantId, t.userId],
      foreignColumns: [memberships.merchantId, memberships.userId],
    }),
    index("user_sessions_user").on(t.userId),
  ],
);
