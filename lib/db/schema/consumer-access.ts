import { sql } from "drizzle-orm";
import { check, index, pgTable } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { browserColumns, bytea, instant, oneOf } from "./columns";
import { consumerForeignKey } from "./consumers";

export const LINK_PURPOSES = ["sign_in", "invitation"] as const;

/** Emailed single-use links that sign a consumer in; one to a card opens only that card. */
export const consumerLinks = pgTable(
  "consumer_links",
  (c) => ({
    tokenHash: bytea("token_hash").primaryKey(),
    purpose: c.text("purpose", { enum: LINK_PURPOSES }).notNull(),
    email: c.text("email").notNull(),
    merchantId: c.uuid("merchant_id"),
    cardId: c.uuid("card_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  }),
  (t) => [
    cardForeignKey(t.merchantId, t.cardId),
    index("consumer_links_expiry").on(t.expiresAt),
    check("consumer_links_purpose", oneOf(t.purpose, LINK_PURPOSES)),
    check(
      "consumer_links_card",
      sql`(${t.purpose} = 'invitation') = (${t.cardId} is not null)
        and (${t.cardId} is null) = (${t.merchantId} is null)`,
    ),
  ],
);

/** The code in a sign-in email, for the browser that asked for it. It and the email's link end each other. */
export const signInCodes = pgTable(
  "sign_in_codes",
  (c) => ({
    /** The hash of the browser's token and the email, so that a new code replaces an earlier one. */
    browserHash: bytea("browser_hash").primaryKey(),
    /** The token's hash of the link in the email. */
    linkHash: bytea("link_hash").notNull(),
    codeHash: bytea("code_hash").notNull(),
    tries: c.smallint("tries").notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
  }),
  (t) => [index("sign_in_codes_expiry").on(t.expiresAt)],
);

/** A consumer's wallet session in a browser, limited to one card if a link to that card opened it. */
export const consumerSessions = pgTable(
  "consumer_sessions",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    tokenHash: bytea("token_hash").notNull().unique(),
    consumerId: consumerForeignKey("consumer_id"),
    merchantId: c.uuid("merchant_id"),
    cardId: c.uuid("card_id"),
    ...browserColumns(),
  }),
  (t) => [
    cardForeignKey(t.merchantId, t.cardId),
    index("consumer_sessions_consumer").on(t.consumerId),
    index("consumer_sessions_expiry").on(t.expiresAt),
    check("consumer_sessions_card", sql`(${t.cardId} is null) = (${t.merchantId} is null)`),
  ],
);

/** Tokens that a shop sends as `Scrip-Consumer` to claim cards for the consumer who created them. */
export const consumerTokens = pgTable(
  "consumer_tokens",
  (c) => ({
    id: c.uuid("id").primaryKey(),
    tokenHash: bytea("token_hash").notNull().unique(),
    consumerId: consumerForeignKey("consumer_id"),
    name: c.text("name").notNull(),
    last4: c.text("last4").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  }),
  (t) => [index("consumer_tokens_consumer").on(t.consumerId, t.id)],
);
