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

export type ApiScope = (typeof API_SCOPES)[number];
export type Scope = ApiScope | (typeof PORTAL_SCOPES)[number];
export type Role = "owner" | "manager" | "viewer";
export type Shape = "A" | "B";

/** Scopes of a signed-in person by role. */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  owner: [...API_SCOPES, ...PORTAL_SCOPES],
  manager: [...API_SCOPES, "store:read", "store:manage"],
  viewer: ["cards:read", "transactions:read", "store:read"],
};

/** Who asks: a till's API key or a signed-in person, the same thing to endpoint() and the domain. */
export type Principal = {
  kind: "key" | "session" | "anonymous";
  merchantId: string;
  /** `key:<id>` or `user:<id>`: the name in the audit trail and the subject of rate limits. */
  actor: string;
  scopes: readonly Scope[];
  shape: Shape;
  /** Of a signed-in person: who, and in which browser's session. */
  session?: { id: string; userId: string };
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
};

/** The facts of a reply to a request that has not been handled yet. */
export const replyFacts = (requestId: string): ReplyFacts => ({
  requestId,
  shape: "A",
  rates: [],
  replayed: false,
  deliveries: 0,
});

/** What a domain function needs to know of its request. */
export type Ctx = {
  merchantId: string;
  principal: Principal;
  requestId: string;
  /** The caller's network address, as far as the proxies in front of us can be trusted. */
  address: string;
  shape: Shape;
  idempotency: { key: string; fingerprint: Uint8Array } | null;
  limits: Limit[];
  /** Taken as well when the operation activates a card. */
  activationLimits: Limit[];
  reply: ReplyFacts;
};
