import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { apiKeys } from "./api-keys";
import { amountCents, bytea, currencyCode, instant, ofRow, oneOf } from "./columns";
import { merchantForeignKey } from "./merchants";

/** What a movement at a till was, for the day's totals. */
export const TILL_KINDS = [
  "issued",
  "topped_up",
  "redeemed",
  "refunded",
  "load_reversed",
  "redemption_reversed",
  "refund_reversed",
] as const;

/**
 * A browser that a store uses as its till. Its cookie is the API key underneath, which has no scopes: it opens
 * nothing until a cashier enters their PIN. Revoking the key ends the pairing.
 */
export const devices = pgTable(
  "devices",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    name: c.text("name").notNull(),
    keyId: c.uuid("key_id").notNull(),
    /** The hash of the single-use code that pairs a browser; null once it was used. */
    pairingCodeHash: bytea("pairing_code_hash"),
    pairingExpiresAt: instant("pairing_expires_at"),
    pairedAt: instant("paired_at"),
    userAgent: c.text("user_agent"),
    /** The number that the device's next closing gets. Movements carry it. */
    nextClosing: c.integer("next_closing").notNull().default(1),
    createdBy: c.text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("devices_key").on(t.keyId),
    uniqueIndex("devices_pairing_code")
      .on(t.pairingCodeHash)
      .where(sql`${t.pairingCodeHash} is not null`),
    ofRow(t.merchantId, t.keyId, apiKeys),
    check("devices_name", sql`length(${t.name}) between 1 and 60`),
    check("devices_pairing", sql`(${t.pairingCodeHash} is null) = (${t.pairingExpiresAt} is null)`),
  ],
);

/** People who work at a store's tills. They see nothing else, and have no email or password here. */
export const cashiers = pgTable(
  "cashiers",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    name: c.text("name").notNull(),
    /** Argon2id. */
    pinHash: c.text("pin_hash").notNull(),
    /** The largest amount of one movement and of a day, each in one direction; null for no limit. */
    maxMovementInCents: amountCents("max_movement_in_cents"),
    maxMovementOutCents: amountCents("max_movement_out_cents"),
    maxDayInCents: amountCents("max_day_in_cents"),
    maxDayOutCents: amountCents("max_day_out_cents"),
    createdBy: c.text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    deactivatedAt: instant("deactivated_at"),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("cashiers_name").on(t.merchantId, t.name).where(sql`${t.deactivatedAt} is null`),
    check("cashiers_name_length", sql`length(${t.name}) between 1 and 60`),
  ],
);

/** A cashier's time at a device, from their PIN until the till is locked. A device has one at a time. */
export const tillSessions = pgTable(
  "till_sessions",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    deviceId: c.uuid("device_id").notNull(),
    cashierId: c.uuid("cashier_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("till_sessions_open").on(t.merchantId, t.deviceId).where(sql`${t.endedAt} is null`),
    index("till_sessions_cashier").on(t.merchantId, t.cashierId),
    index("till_sessions_expiry").on(t.expiresAt),
    ofRow(t.merchantId, t.deviceId, devices),
    ofRow(t.merchantId, t.cashierId, cashiers),
  ],
);

/** Movements made at tills, written with the transaction (lib/ledger/post/till.sql). Limits and totals sum these. */
export const tillMovements = pgTable(
  "till_movements",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    /** Checked by verify. A foreign key would have to wait for the transaction, which is written later. */
    transactionId: c.uuid("transaction_id").notNull(),
    deviceId: c.uuid("device_id").notNull(),
    cashierId: c.uuid("cashier_id").notNull(),
    /** The closing of the device that contains the movement. */
    closing: c.integer("closing").notNull(),
    /** In the store's time zone. */
    day: c.date("day").notNull(),
    kind: c.text("kind", { enum: TILL_KINDS }).notNull(),
    /** Always positive; the kind says in which direction. */
    amountCents: amountCents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    /** What was to be paid by a redemption that could take less. */
    requestedCents: amountCents("requested_cents"),
    /** What counts against the day's limits: negative for what undoes an own movement of the same day. */
    countedInCents: c.bigint("counted_in_cents", { mode: "number" }).notNull(),
    countedOutCents: c.bigint("counted_out_cents", { mode: "number" }).notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.transactionId] }),
    index("till_movements_device").on(t.merchantId, t.deviceId, t.closing),
    index("till_movements_device_day").on(t.merchantId, t.deviceId, t.day),
    index("till_movements_cashier").on(t.merchantId, t.cashierId, t.day),
    index("till_movements_day").on(t.merchantId, t.day),
    ofRow(t.merchantId, t.deviceId, devices),
    ofRow(t.merchantId, t.cashierId, cashiers),
    check("till_movements_kind", oneOf(t.kind, TILL_KINDS)),
  ],
);

/** Closing reports of devices, numbered without gaps. Append-only. */
export const tillClosings = pgTable(
  "till_closings",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    deviceId: c.uuid("device_id").notNull(),
    number: c.integer("number").notNull(),
    cashierId: c.uuid("cashier_id").notNull(),
    /** The totals by cashier, kind and currency, as they were printed. */
    totals: c.jsonb("totals").notNull(),
    closedAt: instant("closed_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.deviceId, t.number] }),
    ofRow(t.merchantId, t.deviceId, devices),
    ofRow(t.merchantId, t.cashierId, cashiers),
  ],
);
