import type { Principal, RateLimit } from "@/lib/base/context";

const MINUTE_MS = 60_000;

/** Rate limits per API key or person (spec, Limits). Debit, credit, load, redeem and holds share one. */
export const LIMITS = {
  create: { bucket: "create", max: 50, windowMs: MINUTE_MS },
  /** Not in the spec: each creates up to 50,000 cards. */
  batch: { bucket: "batch", max: 10, windowMs: MINUTE_MS },
  activate: { bucket: "activate", max: 20, windowMs: MINUTE_MS },
  money: { bucket: "money", max: 50, windowMs: MINUTE_MS },
  storeCredit: { bucket: "store-credit", max: 100, windowMs: 60 * MINUTE_MS },
  /** Not in the spec: each looks up a card of another store. */
  transfer: { bucket: "transfer", max: 50, windowMs: MINUTE_MS },
  /** Not in the spec: each sends an email to a person who may not expect it. */
  invitation: { bucket: "invitation", max: 50, windowMs: 60 * MINUTE_MS },
  /** Not in the spec: each sends an email to a person who may not expect it. */
  gift: { bucket: "gift", max: 50, windowMs: 60 * MINUTE_MS },
  /** Not in the spec: each opens a connection to another server. */
  webhookTest: { bucket: "webhook-test", max: 10, windowMs: MINUTE_MS },
  /** Not in the spec: each opens a connection to another server. */
  platformCheck: { bucket: "platform-check", max: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof LIMITS;

/** The limit for this principal. A key's own limit replaces every published one; 0 means no limit. */
export function limitsFor(principal: Principal, name: LimitName | undefined): RateLimit[] {
  if (name === undefined || principal.limitPerWindow === 0) return [];
  const published = LIMITS[name];
  return [{ ...published, max: principal.limitPerWindow ?? published.max }];
}
