/** What an API key may be allowed; chosen when it is created. */
export const API_SCOPES = [
  "cards:read",
  "cards:write",
  "money:write",
  "webhooks:write",
  "transactions:read",
] as const;

/** What only a signed-in person may do: see the store's settings, change them, decide as its owner. */
const PORTAL_SCOPES = ["store:read", "store:manage", "store:own"] as const;

/**
 * What a consumer may do in their wallet: with the one card that a mailed link opened, or with
 * everything of theirs, once a sign-in link has shown whose the address is.
 */
const WALLET_SCOPES = ["wallet:card", "wallet:own"] as const;

export type ApiScope = (typeof API_SCOPES)[number];
export type WalletScope = (typeof WALLET_SCOPES)[number];
export type Scope = ApiScope | (typeof PORTAL_SCOPES)[number] | WalletScope;
export const ROLES = ["owner", "manager", "viewer"] as const;
export type Role = (typeof ROLES)[number];
export type Shape = "A" | "B";

/** Scopes of a signed-in person by role. */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  owner: [...API_SCOPES, ...PORTAL_SCOPES],
  manager: [...API_SCOPES, "store:read", "store:manage"],
  viewer: ["cards:read", "transactions:read", "store:read"],
};

/** Somebody who holds cards, by their normalised address. */
export type Consumer = { id: string; email: string };

/** A consumer's open wallet; `only` is the one card it sees when a link to that card opened it. */
export type WalletSession = { id: string; only: { merchantId: string; cardId: string } | null };

/** Who asks: a till's API key or a signed-in person, the same thing to endpoint() and the domain. */
export type Principal = {
  kind: "key" | "session" | "consumer" | "anonymous";
  /** Empty for a consumer, who belongs to no store. */
  merchantId: string;
  /** `key:<id>`, `user:<id>` or `consumer:<id>`: in the audit trail, and the subject of limits. */
  actor: string;
  scopes: readonly Scope[];
  shape: Shape;
  /** Of a signed-in person: who, and in which browser's session. */
  session?: { id: string; userId: string };
  /** Of a consumer. */
  wallet?: WalletSession;
  /** An operator's limit for every window of this principal; null is the published one, 0 is none. */
  limitPerWindow: number | null;
};

/** At most `max` calls of a bucket in any window of `windowMs`. */
export type Limit = { bucket: string; max: number; windowMs: number };

/** What is left of a limit after this call; `resetMs` until the oldest call leaves the window. */
export type Rate = Limit & { remaining: number; resetMs: number };

/** What the reply tells of the request besides its result; the commit fills in the rest. */
export type ReplyFacts = {
  requestId: string;
  shape: Shape;
  rates: Rate[];
  replayed: boolean;
  /** Webhook deliveries that the commit queued, to be sent once it is answered. */
  deliveries: number;
  /** A cookie that the answer sets, as the header's value. */
  cookie: string | null;
};

/** The facts of a reply to a request that has not been handled yet. */
export const replyFacts = (requestId: string): ReplyFacts => ({
  requestId,
  shape: "A",
  rates: [],
  replayed: false,
  deliveries: 0,
  cookie: null,
});

/** What a domain function needs to know of its request. */
export type Ctx = {
  merchantId: string;
  principal: Principal;
  /** For whom it is asked: whose wallet it is, or whose token a till presents. */
  consumer?: Consumer | null;
  requestId: string;
  /** The caller's network address, as far as the proxies in front of us can be trusted. */
  address: string;
  /** What the caller's browser says of itself. */
  userAgent?: string | null;
  shape: Shape;
  idempotency: { key: string; fingerprint: Uint8Array } | null;
  limits: Limit[];
  /** Taken as well when the operation activates a card. */
  activationLimits: Limit[];
  reply: ReplyFacts;
};

/**
 * The context of what a consumer does with a card of this store: the consumer stays who asks, and
 * the store is the card's.
 */
export const atStore = (ctx: Ctx, merchantId: string): Ctx => ({
  ...ctx,
  merchantId,
  principal: { ...ctx.principal, merchantId },
});
