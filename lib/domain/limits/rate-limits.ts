import type { Principal, RateLimit } from "@/lib/base/context";

const MINUTE_MS = 60_000;

/** Rate limits per API key or person (spec, Limits). Debit, credit, load, redeem and holds share one. */
export const LIMITS = {
  create: { name: "create", max: 50, windowMs: MINUTE_MS },
  /** Not in the spec: each creates up to 50,000 cards. */
  batch: { name: "batch", max: 10, windowMs: MINUTE_MS },
  activate: { name: "activate", max: 20, windowMs: MINUTE_MS },
  money: { name: "money", max: 50, windowMs: MINUTE_MS },
  storeCredit: { name: "store-credit", max: 100, windowMs: 60 * MINUTE_MS },
  /** Not in the spec: each looks up a card of another store. */
  transfer: { name: "transfer", max: 50, windowMs: MINUTE_MS },
  /** Not in the spec: each sends an email to a person who may not expect it. */
  invitation: { name: "invitation", max: 50, windowMs: 60 * MINUTE_MS },
  /** Not in the spec: each sends an email to a person who may not expect it. */
  gift: { name: "gift", max: 50, windowMs: 60 * MINUTE_MS },
  /** Not in the spec: each opens a connection to another server. */
  webhookTest: { name: "webhook-test", max: 10, windowMs: MINUTE_MS },
  /** Not in the spec: each opens a connection to another server. */
  platformCheck: { name: "platform-check", max: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof LIMITS;

/** The limit for this principal. A key's own limit replaces every published one; 0 means no limit. */
export function limitsFor(principal: Principal, name: LimitName | undefined): RateLimit[] {
  if (name === undefined || principal.limitPerWindow === 0) return [];
  const published = LIMITS[name];
  return [{ ...published, max: principal.limitPerWindow ?? published.max }];
}
