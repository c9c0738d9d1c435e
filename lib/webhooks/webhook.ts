import type { webhookDeliveries, webhooks } from "../db/schema/webhooks";

type Row = typeof webhooks.$inferSelect;

/** A webhook; its secrets stay sealed until somebody may see them. */
export type Webhook = Pick<
  Row,
  | "id"
  | "merchantId"
  | "url"
  | "events"
  | "active"
  | "disabledReason"
  | "disabledAt"
  | "lastError"
  | "sealedSecret"
  | "sealedNextSecret"
  | "createdAt"
  | "updatedAt"
>;

/** Event names (spec, Events; the last two are its extensions). */
export const SUBSCRIBABLE = [
  "card.activated",
  "card.reloaded",
  "card.transferred_in",
  "card.transferred_out",
  "card.balance_changed",
  "card.disabled",
  "card.debited",
  "card.credited",
] as const;

export const EVENT_WORDS: Record<(typeof SUBSCRIBABLE)[number], string> = {
  "card.activated": "A card was sold and can be spent",
  "card.reloaded": "Money was added to an active card",
  "card.transferred_in": "Balance arrived from a card of another store",
  "card.transferred_out": "Balance left for a card of another store",
  "card.balance_changed": "Any change of a balance, whatever caused it",
  "card.disabled": "A card was disabled for good",
  "card.debited": "A card was redeemed",
  "card.credited": "A refund, a top-up or store credit",
};

export const MAX_URL_CHARS = 2_000;

export const DELIVERY_STATUSES = [
  "pending",
  "delivered",
  "failed",
  "held",
] as const satisfies (typeof webhookDeliveries.$inferSelect)["status"][];

/** Why a webhook is inactive: its receiver failed too often, or the merchant disabled it. */
export const DISABLED_REASONS = ["failures", "merchant"] as const satisfies Row["disabledReason"][];

/** What a merchant may choose for missed events. */
export const REPLAY_CHOICES = ["all", "latest", "skip"] as const;
export type ReplayChoice = (typeof REPLAY_CHOICES)[number];

/** The last error of a delivery that the merchant skipped. */
export const SKIPPED = "Skipped.";
