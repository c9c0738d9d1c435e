import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { browserColumns, bytea, cents, instant, oneOf } from "./columns";
import { merchantForeignKey } from "./merchants";

/** The lists whose filters can be saved. */
export const SAVED_VIEW_LISTS = ["cards", "transactions", "customers", "batches", "audit"] as const;

export const users = pgTable(
  "users",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    email: c.text("email").notNull().unique(),
    name: c.text("name").notNull(),
    passwordHash: c.text("password_hash").notNull(),
    passwordChangedAt: instant("password_changed_at"),
    /** When the person confirmed their email; null until then. */
    verifiedAt: instant("verified_at"),
    /** The encrypted secret for two-step sign-in; not used until a code confirms it. */
    sealedTotpSecret: c.text("sealed_totp_secret"),
    /** When the secret was created; it can be confirmed for a limited time. */
    totpSetUpAt: instant("totp_set_up_at"),
    totpEnabledAt: instant("totp_enabled_at"),
    /** The 30-second step of the last accepted code: no code is accepted twice. */
    totpLastStep: c.bigint("totp_last_step", { mode: "number" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    check("users_totp", sql`${t.totpEnabledAt} is null or ${t.sealedTotpSecret} is not null`),
  ],
);

/** Single-use codes to sign in with when the authenticator is lost. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  (c) => ({
    userId: c
      .uuid("user_id")
      .notNull()
      .references(() => users.id),
    codeHash: bytea("code_hash").notNull(),
    usedAt: instant("used_at"),
  }),
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Passkeys that people sign in with. Only the public key is stored. */
export const passkeys = pgTable(
  "passkeys",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    userId: c
      .uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** The authenticator's id of the passkey, in base64url. */
    credentialId: c.text("credential_id").notNull().unique(),
    publicKey: bytea("public_key").notNull(),
    /** The authenticator's number of uses; 0 if it doesn't count. A copied passkey falls behind. */
    counter: c.bigint("counter", { mode: "number" }).notNull(),
    transports: c.text("transports").array().notNull(),
    name: c.text("name").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at"),
  }),
  (t) => [index("passkeys_user").on(t.userId)],
);

/** Challenges that a passkey has to sign, once and within minutes. */
export const passkeyChallenges = pgTable("passkey_challenges", () => ({
  challengeHash: bytea("challenge_hash").primaryKey(),
  /** The session that adds a passkey, or the browser that signs in: hashed, with the purpose. */
  boundTo: bytea("bound_to").notNull(),
  expiresAt: instant("expires_at").notNull(),
}));

/** Single-use links to reset a password. Only a person's latest link is stored. */
export const passwordResets = pgTable("password_resets", (c) => ({
  userId: c
    .uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  tokenHash: bytea("token_hash").notNull().unique(),
  expiresAt: instant("expires_at").notNull(),
}));

/** Single-use emailed links to confirm an email. Only a person's latest link is stored. */
export const addressProofs = pgTable("address_proofs", (c) => ({
  userId: c
    .uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  tokenHash: bytea("token_hash").notNull().unique(),
  /** The new email that the link confirms; null if it confirms the current one. */
  email: c.text("email"),
  expiresAt: instant("expires_at").notNull(),
}));

export const memberships = pgTable(
  "memberships",
  (c) => ({
    merchantId: merchantForeignKey(),
    userId: c
      .uuid("user_id")
      .notNull()
      .references(() => users.id),
    role: c.text("role", { enum: ["owner", "manager", "viewer"] }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Emails about this store that the person wants. */
    notifiesWebhookDisabled: c.boolean("notifies_webhook_disabled").notNull().default(true),
    notifiesMonthlyReport: c.boolean("notifies_monthly_report").notNull().default(false),
    /** Redemptions of at least this amount in the store's currency are emailed; null for none. */
    notifiesRedemptionsFromCents: cents("notifies_redemptions_from_cents"),
    /** When the person last switched to this store; signing in opens the most recent one. */
    lastOpenedAt: instant("last_opened_at"),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    index("memberships_user").on(t.userId),
    check("memberships_role", sql`${t.role} in ('owner', 'manager', 'viewer')`),
  ],
);

/** Filters of a list that a team member saved under a name, and may share with the team. */
export const savedViews = pgTable(
  "saved_views",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    userId: c.uuid("user_id").notNull(),
    list: c.text("list", { enum: SAVED_VIEW_LISTS }).notNull(),
    name: c.text("name").notNull(),
    /** The page's query string: its filters and sorting. */
    query: c.text("query").notNull(),
    /** Whether the whole team sees it. */
    isShared: c.boolean("is_shared").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("saved_views_name").on(t.merchantId, t.userId, t.list, t.name),
    check("saved_views_list", oneOf(t.list, SAVED_VIEW_LISTS)),
    check("saved_views_name_length", sql`length(${t.name}) between 1 and 60`),
    check("saved_views_query", sql`length(${t.query}) <= 2000`),
  ],
);

/** A signed-in browser. The cookie contains only the id; this row decides whether it is still valid. */
export const userSessions = pgTable(
  "user_sessions",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    userId: c.uuid("user_id").notNull(),
    /** The live store, also while its test twin is shown. */
    merchantId: c.uuid("merchant_id").notNull(),
    /** Whether the session shows the store's test twin. */
    isTest: c.boolean("is_test").notNull().default(false),
    /** Whether a passkey opened or confirmed the session, which counts as both factors. */
    hasPasskey: c.boolean("has_passkey").notNull().default(false),
    ...browserColumns(),
  }),
  (t) => [
    foreignKey({
      columns: [t.merchantId, t.userId],
      foreignColumns: [memberships.merchantId, memberships.userId],
    }),
    index("user_sessions_user").on(t.userId),
  ],
);

/** Invitations to a store's team. Only the hash of the link's token is stored. */
export const invitations = pgTable(
  "invitations",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    email: c.text("email").notNull(),
    role: c.text("role", { enum: ["owner", "manager", "viewer"] }).notNull(),
    tokenHash: bytea("token_hash").notNull(),
    /** `user:<id>` of the inviter. */
    invitedBy: c.text("invited_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the link was last sent; it works for seven days from then. */
    sentAt: instant("sent_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    withdrawnAt: instant("withdrawn_at"),
  }),
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

/** SQL: whether a user has two-step sign-in or a passkey. */
export const hasSecondFactor = sql<boolean>`(users.totp_enabled_at is not null
  or exists (select from passkeys p where p.user_id = users.id))`;
