/** What the portal reads of webhooks, as `/api/portal` and `/api/v1` (Shape A) answer it. */

export type Hour = { startsAt: string; delivered: number; failed: number };

export type Health = {
  /** Attempts by hour, oldest first; hours without an attempt are left out. */
  hours: Hour[];
  delivered: number;
  failed: number;
  pending: number;
  missed: number;
  lastFailure: { at: string; error: string } | null;
};

export type Webhook = {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  disabledReason: "failures" | "merchant" | null;
  disabledAt: string | null;
  lastError: string | null;
  rotating: boolean;
  createdAt: string;
  health: Health;
};

export const deliveryStatuses = ["pending", "delivered", "failed", "held"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type Attempt = {
  id: string;
  number: number;
  url: string;
  httpStatus: number | null;
  error: string | null;
  excerpt: string | null;
  durationMs: number;
  createdAt: string;
};

export type Delivery = {
  id: string;
  eventId: string;
  event: string;
  cardUuid: string;
  sequence: number;
  status: DeliveryStatus;
  nextAttemptAt: string | null;
  lastError: string | null;
  body: string | null;
  attempts: Attempt[];
  createdAt: string;
  settledAt: string | null;
};

export type DeliveryPage = {
  deliveries: Delivery[];
  total: number;
  limit: number;
  offset: number;
  nextCursor: string | null;
};

export type TestResult = {
  delivered: boolean;
  httpStatus: number | null;
  error: string | null;
  excerpt: string | null;
  durationMs: number;
};

export type ReplayChoice = "all" | "latest" | "skip";
export type ReplayResult = { queued: number; dismissed: number };
export type Secrets = { secret: string; nextSecret: string | null };
