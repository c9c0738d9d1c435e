import type { webhookDeliveries, webhooks } from "../db/schema/webhooks";

type Row = typeof webhooks.$inferSelect;

/** A webhook as the domain hands it on; its secrets are opened by who may see them. */
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

/** Event names that a webhook may subscribe to (spec, Events; the two last are its extensions). */
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

/** The longest address of a receiver. */
export const MAX_URL_CHARS = 2_000;

/** What becomes of a delivery: it waits, has arrived, was given up, or is kept for later. */
export const DELIVERY_STATUSES = [
  "pending",
  "delivered",
  "failed",
  "held",
] as const satisfies (typeof webhookDeliveries.$inferSelect)["status"][];

/** What a merchant may choose for the events that a webhook missed. */
export const REPLAY_CHOICES = ["all", "latest", "skip"] as const;
export type ReplayChoice = (typeof REPLAY_CHOICES)[number];

/** Stands as the last error of a delivery that the merchant chose not to have. */
export const SKIPPED = "Skipped.";
