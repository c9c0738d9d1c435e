import type { Language } from "@/lib/base/i18n/languages";
import { Refusal, type RefusalCode } from "./errors";
import { newRequestId } from "./ids";
import type { Network } from "./networks";
import type { Scope } from "./roles";

export const SHAPES = ["A", "B"] as const;
export type ApiShape = (typeof SHAPES)[number];

/** A person who holds cards, identified by their normalized email. */
export type Consumer = { id: string; email: string };

/** A consumer's wallet session; `only` is the card it is limited to, if a link to one card opened it. */
export type WalletSession = { id: string; only: { merchantId: string; cardId: string } | null };

/** The largest amounts of one direction, in minor units of each currency; null for no limit. */
export type AmountLimit = { perMovementCents: number | null; perDayCents: number | null };

/** Limits on amounts of an API key, a cashier or a device: `in` for what is added to cards, `out` for what is taken. */
export type AmountLimits = { in: AmountLimit; out: AmountLimit };

/** A cashier at a paired device, with the limits on amounts of both. */
export type CashierAtTill = {
  sessionId: string;
  deviceId: string;
  cashierId: string;
  cashierName: string;
  /** When the till locks itself if nothing happens until then. */
  locksAt: Date;
  deviceLimits: AmountLimits | null;
  cashierLimits: AmountLimits | null;
};

/** A device that is paired with a store. Its API key is the one underneath. */
export type PairedDevice = { id: string; name: string; keyId: string; pairedAt: Date | null };

type AnyPrincipal = {
  /** Empty for a customer or a visitor, who belongs to no store. */
  merchantId: string;
  /** Set if the store is a test twin. */
  isTest?: boolean;
  /** `key:<id>`, `user:<id>`, `cashier:<id>` or `consumer:<id>`, for the audit log and rate limits. */
  actor: string;
  scopes: readonly Scope[];
  shape: ApiShape;
  /** Requests per window as set by an operator; null is the standard limit, 0 is unlimited. */
  limitPerWindow: number | null;
};

/** The networks that an API key, or a device's, is limited to; only set if there are any. */
type Networks = { networks?: readonly Network[] };

/** An API key; `amountLimits` is only set if it has any. */
export type KeyPrincipal = AnyPrincipal & Networks & { kind: "key"; amountLimits?: AmountLimits };

/** A team member. */
export type MemberPrincipal = AnyPrincipal & {
  kind: "member";
  session: { id: string; userId: string };
};

/** A paired device, and the cashier at it; null while it is locked. */
export type TillPrincipal = AnyPrincipal &
  Networks & { kind: "till"; device: PairedDevice; cashier: CashierAtTill | null };

/** A customer; `wallet` is null if the link to a gift proves who they are. */
type CustomerPrincipal = AnyPrincipal & { kind: "customer"; wallet: WalletSession | null };

/** Commands and background jobs, which may act for somebody else: see `actor`. */
type OperatorPrincipal = AnyPrincipal & { kind: "operator" };

/** A visitor, who calls a public operation. */
type AnonymousPrincipal = AnyPrincipal & { kind: "anonymous" };

/** Who makes a request. */
export type Principal =
  | KeyPrincipal
  | MemberPrincipal
  | TillPrincipal
  | CustomerPrincipal
  | OperatorPrincipal
  | AnonymousPrincipal;

/** A rate limit: at most `max` requests that share its name in any window of `windowMs`. */
export type RateLimit = { name: string; max: number; windowMs: number };

/** A limit's remaining requests after this one. The oldest request leaves the window in `resetMs`. */
export type RateLimitStatus = RateLimit & { remaining: number; resetMs: number };

/** What a response has besides its result. The operation fills it in. */
export type ReplyFacts = {
  requestId: string;
  /** The caller's own id of the request, from X-Request-Id. */
  clientRequestId: string | null;
  shape: ApiShape;
  rates: RateLimitStatus[];
  replayed: boolean;
  /** Whether webhook deliveries or shop syncs were queued, to start after the response. */
  queuedWork: boolean;
  /** The value of the Set-Cookie header. */
  cookie: string | null;
  /** The error code of the response. */
  refusal: RefusalCode | null;
};

/** The initial facts of a request. */
export const replyFacts = (requestId = newRequestId()): ReplyFacts => ({
  requestId,
  clientRequestId: null,
  shape: "A",
  rates: [],
  replayed: false,
  queuedWork: false,
  cookie: null,
  refusal: null,
});

/** A request's context, as domain functions get it. */
export type Ctx = {
  merchantId: string;
  principal: Principal;
  /** The consumer of the wallet, or of the Scrip-Consumer token. */
  consumer?: Consumer | null;
  requestId: string;
  /** The client's IP address, taken from trusted proxies if there are any. */
  address: string;
  userAgent?: string | null;
  /** The language that was chosen for customers' pages in this browser. */
  language?: Language | null;
  /** The token of a browser that asked for a sign-in email of the wallet. */
  signInBrowser?: string | null;
  shape: ApiShape;
  /** `keyNumber`: the encryption key of the fingerprint, if it is a former one. */
  idempotency: { key: string; fingerprint: Uint8Array; path: string; keyNumber?: number } | null;
  limits: RateLimit[];
  /** Limits that also apply if the operation activates a card. */
  activationLimits: RateLimit[];
  reply: ReplyFacts;
};

/**
 * Returns the context of a caller who has one of these scopes. Each function of the domain that changes something
 * begins with this, or with a look at the caller's kind, so that no way to it goes around the check.
 * Refuses: insufficient_scope; unauthorized, while the till is locked.
 */
export function requireScope<Caller extends Pick<Ctx, "principal">>(
  caller: Caller,
  ...anyOf: [Scope, ...Scope[]]
): Caller {
  if (anyOf.some((one) => caller.principal.scopes.includes(one))) return caller;
  const [scope] = anyOf;
  // A till shows its PIN screen.
  if (scope === "till:use") throw new Refusal("unauthorized", { message: "The till is locked." });
  throw new Refusal("insufficient_scope", {
    message:
      scope === "wallet:own"
        ? "This link opens only one card. Sign in by email to do this."
        : `This request needs the scope ${scope}.`,
  });
}

export type SignedInUser = { userId: string; sessionId: string };

/** The signed-in user and their session. Refuses: unauthorized (anybody but a team member). */
export function signedInUserOf({ principal }: Ctx): SignedInUser {
  if (principal.kind !== "member") throw new Refusal("unauthorized");
  const { userId, id: sessionId } = principal.session;
  return { userId, sessionId };
}

/** The limits on amounts of the API key that makes a request, if it has any. */
export const keyLimitsOf = ({ principal }: Ctx): AmountLimits | undefined =>
  principal.kind === "key" ? principal.amountLimits : undefined;

/** The cashier at the till that makes a request, if one does. */
export const cashierOf = ({ principal }: Ctx): CashierAtTill | null =>
  principal.kind === "till" ? principal.cashier : null;

/** The wallet's session that makes a request, if one does. */
export const walletSessionOf = ({ principal }: Ctx): WalletSession | null =>
  principal.kind === "customer" ? principal.wallet : null;
