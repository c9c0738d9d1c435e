import type { webhookDeliveries, webhooks } from "@/lib/db/schema/webhooks";

type Row = typeof webhooks.$inferSelect;

/** A webhook. Its secrets stay encrypted until an authorized person views them. */
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
  | "retrySchedule"
  | "disableAfterHours"
  | "createdAt"
  | "updatedAt"
>;

/** Event names (spec, Events; the last two are extensions). */
export const SUBSCRIBABLE_EVENTS = [
  "card.activated",
  "card.reloaded",
  "card.transferred_in",
  "card.transferred_out",
  "card.balance_changed",
  "card.disabled",
  "card.debited",
  "card.credited",
] as const;

export const EVENT_WORDS: Record<(typeof SUBSCRIBABLE_EVENTS)[number], string> = {
  "card.activated": "A card was activated and can be redeemed",
  "card.reloaded": "A card was topped up by a load",
  "card.transferred_in": "Balance was transferred from another store's card",
  "card.transferred_out": "Balance was transferred to another store's card",
  "card.balance_changed": "A balance changed, for any reason",
  "card.disabled": "A card was disabled permanently",
  "card.debited": "A card was redeemed, or a load was reversed",
  "card.credited":
    "A card was credited by a refund, a top-up or store credit, or a redemption was reversed",
};

export const MAX_URL_CHARS = 2_000;

export const DELIVERY_STATUSES = [
  "pending",
  "delivered",
  "failed",
  "held",
] as const satisfies (typeof webhookDeliveries.$inferSelect)["status"][];

/** Why a webhook is inactive: its endpoint failed too often, or the merchant disabled it. */
export const DISABLED_REASONS = ["failures", "merchant"] as const satisfies Row["disabledReason"][];

/** The choices for missed events. */
export const REPLAY_CHOICES = ["all", "latest", "skip"] as const;
export type ReplayChoice = (typeof REPLAY_CHOICES)[number];

/** The last error of a delivery that the merchant skipped. */
export const SKIPPED_ERROR = "Skipped.";
