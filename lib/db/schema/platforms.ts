import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { cards } from "./cards";
import { cents, currencyCode, instant, oneOf } from "./columns";
import { merchants } from "./merchants";

export const PLATFORM_KINDS = ["shopify", "http"] as const;
export const CONNECTION_STATUSES = ["connected", "failing", "disconnected"] as const;
export const PLATFORM_CARD_STATES = ["queued", "created", "failed", "disabled"] as const;
export const SEEN_AS = ["enabled", "disabled", "missing"] as const;

/** A shop whose gift cards mirror a store's cards. */
export const platformConnections = pgTable(
  "platform_connections",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    id: uuid("id").notNull(),
    kind: text("kind", { enum: PLATFORM_KINDS }).notNull(),
    /** The shop's domain, or the URL of what speaks for it. */
    address: text("address").notNull(),
    /** As the shop calls itself. */
    name: text("name").notNull(),
    currency: currencyCode("currency").notNull(),
    /** Under AES-256-GCM; see lib/platforms/connection.ts. Deleted when it is disconnected. */
    sealedToken: text("sealed_token"),
    status: text("status", { enum: CONNECTION_STATUSES }).notNull(),
    lastError: text("last_error"),
    /** Calls in a row that did not reach it; one that does sets it back. */
    unreachableInARow: integer("unreachable_in_a_row").notNull().default(0),
    /** Nothing is sent to it before. */
    pausedUntil: instant("paused_until"),
    /** What changed there before is known here. */
    polledUntil: instant("polled_until"),
    /** The poll under way: what it began at, and the platform's cursor of its next page. */
    pollingSince: instant("polling_since"),
    pollCursor: text("poll_cursor"),
    /** When all its cards were last compared with ours. */
    reconciledAt: instant("reconciled_at"),
    /** The comparison under way: since when, and the platform's cursor of its next page. */
    reconcilingSince: instant("reconciling_since"),
    reconcileCursor: text("reconcile_cursor"),
    /** The bucket that its calls are paid from, shared by all instances. */
    pointsAvailable: doublePrecision("points_available"),
    pointsMaximum: doublePrecision("points_maximum"),
    pointsPerSecond: doublePrecision("points_per_second"),
    pointsAt: instant("points_at"),
    disconnectedAt: instant("disconnected_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
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

/** A card in a shop, and the change of the card that it is synced to; see lib/platforms/sync-card.ts. */
export const platformCards = pgTable(
  "platform_cards",
  {
    merchantId: uuid("merchant_id").notNull(),
    connectionId: uuid("connection_id").notNull(),
    cardId: uuid("card_id").notNull(),
    /** The platform's own id of it; null until one was made, or found. */
    platformId: text("platform_id"),
    state: text("state", { enum: PLATFORM_CARD_STATES }).notNull(),
    /** Why it failed, in words. */
    reason: text("reason"),
    /** What the platform shows after all changes of ours that are known to have been made. */
    expectedCents: cents("expected_cents").notNull().default(sql`0`),
    /** The change of the card that it has followed up to. */
    syncedSequence: bigint("synced_sequence", { mode: "number" }).notNull().default(sql`0`),
    /** A change that was sent and whose reply is not known: a first balance, without `platformId`. */
    pendingReference: text("pending_reference"),
    pendingCents: bigint("pending_cents", { mode: "number" }),
    /** What the platform showed last, and when. */
    seenCents: cents("seen_cents"),
    seenAs: text("seen_as", { enum: SEEN_AS }),
    seenAt: instant("seen_at"),
    /** Redeemed in the shop, and not to be taken from the card: it had expired, or held less. */
    unpostedCents: cents("unposted_cents").notNull().default(sql`0`),
    /** Until then one process works on it; past it, that process has died. */
    leasedUntil: instant("leased_until"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.connectionId, t.cardId] }),
    uniqueIndex("platform_cards_platform")
      .on(t.merchantId, t.connectionId, t.platformId)
      .where(sql`${t.platformId} is not null`),
    index("platform_cards_state").on(t.merchantId, t.connectionId, t.state, t.cardId),
    // What may be a difference; see lib/platforms/differences.ts.
    index("platform_cards_different")
      .on(t.merchantId, t.connectionId, t.cardId)
      .where(
        sql`${t.state} in ('queued', 'failed') or ${t.unpostedCents} > 0 or ${t.seenAs} = 'missing' or (${t.seenAs} = 'disabled' and ${t.state} = 'created') or ${t.seenCents} > ${t.expectedCents}`,
      ),
    foreignKey({
      columns: [t.merchantId, t.connectionId],
      foreignColumns: [platformConnections.merchantId, platformConnections.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.cardId],
      foreignColumns: [cards.merchantId, cards.id],
    }),
    check("platform_cards_state_known", oneOf(t.state, PLATFORM_CARD_STATES)),
    check("platform_cards_seen_as", oneOf(t.seenAs, SEEN_AS)),
    check("platform_cards_created", sql`${t.state} <> 'created' or ${t.platformId} is not null`),
    check(
      "platform_cards_pending",
      sql`(${t.pendingReference} is null) = (${t.pendingCents} is null)`,
    ),
  ],
);
