import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { cents, currencyCode, instant, ofRow, oneOf } from "./columns";
import { merchantForeignKey } from "./merchants";

export const PLATFORM_KINDS = ["shopify", "http"] as const;
export const CONNECTION_STATUSES = ["connected", "failing", "disconnected"] as const;
export const PLATFORM_CARD_STATES = ["queued", "created", "failed", "disabled"] as const;
export const SEEN_STATES = ["enabled", "disabled", "missing"] as const;

/** An online shop whose gift cards are synced with a store's cards. */
export const platformConnections = pgTable(
  "platform_connections",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    kind: c.text("kind", { enum: PLATFORM_KINDS }).notNull(),
    /** The shop's domain, or the URL of its HTTP adapter. */
    address: c.text("address").notNull(),
    /** The shop's name, as set in the shop. */
    name: c.text("name").notNull(),
    currency: currencyCode("currency").notNull(),
    /** The access token, encrypted (lib/domain/shops/connection.ts). Deleted when the shop is disconnected. */
    sealedToken: c.text("sealed_token"),
    status: c.text("status", { enum: CONNECTION_STATUSES }).notNull(),
    lastError: c.text("last_error"),
    /** Consecutive requests that did not reach the shop; a successful one resets it. */
    unreachableInARow: c.integer("unreachable_in_a_row").notNull().default(0),
    /** No requests are sent to the shop before this time. */
    pausedUntil: instant("paused_until"),
    /** Changes in the shop before this time are known here. */
    polledUntil: instant("polled_until"),
    /** The current poll: when it started, and the platform's cursor for the next page. */
    pollingSince: instant("polling_since"),
    pollCursor: c.text("poll_cursor"),
    /** When all the shop's cards were last compared with ours. */
    reconciledAt: instant("reconciled_at"),
    /** The current comparison: when it started, and the platform's cursor for the next page. */
    reconcilingSince: instant("reconciling_since"),
    reconcileCursor: c.text("reconcile_cursor"),
    /** The rate limit points for calls to the shop, shared by all instances. */
    pointsAvailable: c.doublePrecision("points_available"),
    pointsMaximum: c.doublePrecision("points_maximum"),
    pointsPerSecond: c.doublePrecision("points_per_second"),
    pointsAt: instant("points_at"),
    disconnectedAt: instant("disconnected_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("platform_connections_live")
      .on(t.merchantId)
      .where(sql`${t.status} <> 'disconnected'`),
    uniqueIndex("platform_connections_address").on(t.merchantId, t.kind, t.address),
    check("platform_connections_kind", oneOf(t.kind, PLATFORM_KINDS)),
    check("platform_connections_status", oneOf(t.status, CONNECTION_STATUSES)),
    check(
      "platform_connections_disconnected",
      sql`(${t.status} = 'disconnected') = (${t.disconnectedAt} is not null) and (${t.status} = 'disconnected') = (${t.sealedToken} is null)`,
    ),
  ],
);

/** A card in a shop, and the change of the card that it is synced to; see lib/domain/shops/sync-card.ts. */
export const platformCards = pgTable(
  "platform_cards",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    connectionId: c.uuid("connection_id").notNull(),
    cardId: c.uuid("card_id").notNull(),
    /** The platform's id of the card; null until the card is created or found there. */
    platformId: c.text("platform_id"),
    state: c.text("state", { enum: PLATFORM_CARD_STATES }).notNull(),
    /** Why the sync failed, as a message. */
    reason: c.text("reason"),
    /** The balance the platform should show after all our changes known to have succeeded. */
    expectedCents: cents("expected_cents").notNull().default(sql`0`),
    /** Sequence number of the last card change that was synced. */
    syncedSequence: c.bigint("synced_sequence", { mode: "number" }).notNull().default(sql`0`),
    /** A change whose response is not known yet; without a `platformId`, the card's first balance. */
    pendingReference: c.text("pending_reference"),
    pendingCents: c.bigint("pending_cents", { mode: "number" }),
    /** The balance and state the platform last showed, and when. */
    seenCents: cents("seen_cents"),
    seenAs: c.text("seen_as", { enum: SEEN_STATES }),
    seenAt: instant("seen_at"),
    /** Redeemed in the shop but not taken from the card, because it had expired or its balance was lower. */
    unpostedCents: cents("unposted_cents").notNull().default(sql`0`),
    /** When the syncing process's lease ends. An expired lease means that the process died. */
    leasedUntil: instant("leased_until"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.connectionId, t.cardId] }),
    uniqueIndex("platform_cards_platform")
      .on(t.merchantId, t.connectionId, t.platformId)
      .where(sql`${t.platformId} is not null`),
    index("platform_cards_state").on(t.merchantId, t.connectionId, t.state, t.cardId),
    // Possible differences; lib/domain/shops/differences.ts uses the same condition.
    index("platform_cards_different")
      .on(t.merchantId, t.connectionId, t.cardId)
      .where(
        sql`${t.state} in ('queued', 'failed') or ${t.unpostedCents} > 0 or ${t.seenAs} = 'missing' or (${t.seenAs} = 'disabled' and ${t.state} = 'created') or ${t.seenCents} > ${t.expectedCents}`,
      ),
    ofRow(t.merchantId, t.connectionId, platformConnections),
    cardForeignKey(t.merchantId, t.cardId),
    check("platform_cards_state_known", oneOf(t.state, PLATFORM_CARD_STATES)),
    check("platform_cards_seen_as", oneOf(t.seenAs, SEEN_STATES)),
    check("platform_cards_created", sql`${t.state} <> 'created' or ${t.platformId} is not null`),
    check(
      "platform_cards_pending",
      sql`(${t.pendingReference} is null) = (${t.pendingCents} is null)`,
    ),
  ],
);
