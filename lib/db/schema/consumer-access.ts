import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ofCard } from "./cards";
import { browserColumns, bytea, instant, oneOf } from "./columns";
import { ofConsumer } from "./consumers";

export const LINK_PURPOSES = ["sign_in", "invitation"] as const;

/**
 * Mailed links that let a consumer in, once. Of the token only the hash is kept. A link to one card
 * opens that card alone.
 */
export const consumerLinks = pgTable(
  "consumer_links",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    email: text("email").notNull(),
    merchantId: uuid("merchant_id"),
    cardId: uuid("card_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [
    ofCard(t.merchantId, t.cardId),
    index("consumer_links_expiry").on(t.expiresAt),
    check("consumer_links_purpose", oneOf(t.purpose, LINK_PURPOSES)),
    check(
      "consumer_links_card",
      sql`(${t.purpose} = 'invitation') = (${t.cardId} is not null)
        and (${t.cardId} is null) = (${t.merchantId} is null)`,
    ),
  ],
);

/**
 * A browser in which a consumer's wallet is open. The cookie's token is kept as its hash. With a
 * card the session was opened by a link to that card, and sees nothing else.
 */
export const consumerSessions = pgTable(
  "consumer_sessions",
  {
    id: uuid("id").primaryKey(),
    tokenHash: bytea("token_hash").notNull().unique(),
    consumerId: ofConsumer("consumer_id"),
    merchantId: uuid("merchant_id"),
    cardId: uuid("card_id"),
    ...browserColumns(),
  },
  (t) => [
    ofCard(t.merchantId, t.cardId),
    index("consumer_sessions_consumer").on(t.consumerId),
    index("consumer_sessions_expiry").on(t.expiresAt),
    check("consumer_sessions_card", sql`(${t.cardId} is null) = (${t.merchantId} is null)`),
  ],
);

/** What a shop presents as `Scrip-Consumer`, to claim cards for the consumer who made it. */
export const consumerTokens = pgTable(
  "consumer_tokens",
  {
    id: uuid("id").primaryKey(),
    tokenHash: bytea("token_hash").notNull().unique(),
    consumerId: ofConsumer("consumer_id"),
    name: text("name").notNull(),
    last4: text("last4").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [index("consumer_tokens_consumer").on(t.consumerId, t.id)],
);
