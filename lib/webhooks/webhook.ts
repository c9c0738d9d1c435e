import type { webhooks } from "../db/schema/webhooks";

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
