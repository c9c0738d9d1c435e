import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { localizedMoney } from "./money";

/** All expected errors of the API, by code: status and message. Codes never change. */
export const REFUSALS = {
  invalid_request: [400, "The request is invalid."],
  insufficient_balance: [400, "The card's balance is too low for this amount."],
  card_not_active: [400, "The card isn't active."],
  card_frozen: [400, "The card is frozen. Unfreeze it to use its balance."],
  card_expired: [400, "The card has expired. Top it up to use its balance."],
  currency_mismatch: [400, "The currency doesn't match the card's currency."],
  not_reversible: [400, "This transaction can't be reversed."],
  not_refundable: [400, "Only redemptions can be refunded."],
  refund_exceeds_original: [400, "The amount is more than you can still refund."],
  capture_exceeds_hold: [400, "The amount is more than the amount on hold."],
  amount_not_allowed: [400, "The card has to be sold for the amount printed on it."],
  balance_limit_exceeded: [400, "The amount would exceed the card's maximum balance."],
  platform_not_connected: [
    400,
    "No online shop is connected. Connect one under Settings → Integrations.",
  ],
  transfers_not_enabled: [400, "No transfer agreement covers a card with this code."],
  transfer_limit_exceeded: [400, "The amount exceeds the transfer agreement's limit."],
  rate_stale: [400, "The exchange rate is out of date. Try again later."],
  unauthorized: [401, "The API key is missing or invalid."],
  consumer_unauthorized: [401, "The consumer token is missing or invalid."],
  insufficient_scope: [403, "You don't have permission to do this."],
  key_limit_exceeded: [403, "The amount exceeds the API key's limit."],
  address_not_allowed: [403, "The API key doesn't allow requests from this network."],
  store_not_confirmed: [
    403,
    "Confirm the owner's email address first. Until then, this store can't send email, invite people, set up tills or create keys that move money.",
  ],
  second_factor_required: [
    403,
    "This store requires a second factor. Set up two-step sign-in or a passkey, or sign in with one.",
  ],
  not_in_test_mode: [403, "This isn't available in test mode."],
  test_mode_only: [403, "This is available only in test mode. Use a test key."],
  sign_up_closed: [403, "You need an invitation to create an account."],
  not_found: [404, "Not found. Check the ID and the URL."],
  method_not_allowed: [405, "This URL doesn't support this method."],
  card_already_active: [409, "The card is already active."],
  card_already_disabled: [409, "The card is already deactivated."],
  card_already_claimed: [409, "The card already belongs to another consumer."],
  hold_ended: [409, "The hold has ended."],
  batch_busy: [409, "The batch is still being processed. Try again when it's done."],
  gift_settled: [409, "The gift was already accepted or returned."],
  store_changed: [409, "You switched to another store. Reload the page."],
  already_reversed: [409, "The transaction was already reversed."],
  idempotency_key_voided: [
    409,
    "The request with this Idempotency-Key was reversed before it arrived. Nothing changed.",
  ],
  idempotency_key_reused: [
    409,
    "This Idempotency-Key was already used for a different request. Use a new key.",
  ],
  idempotency_in_progress: [
    409,
    "A request with this Idempotency-Key is still in progress. Retry in a moment.",
  ],
  payload_too_large: [413, "The request body is too large."],
  unsupported_media_type: [415, "The request body must be application/json."],
  misdirected_request: [
    421,
    "This instance responds only at localhost. Set APP_URL to use another host name.",
  ],
  rate_limited: [429, "Too many requests. Try again later."],
  internal_error: [500, "Something went wrong on our end. Try again, or contact support."],
  unavailable: [503, "The service is busy. Try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** A problem with one field of a request: its path (`body.amountCents`) and a message. */
export type FieldError = { path: string; message: string };

type RefusalOptions = {
  message?: string;
  fields?: FieldError[];
  /** Additional fields for the error body. */
  extras?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The id of the original request, if its response is replayed. */
  requestId?: string;
};

/** Facts of the error body that change the message. */
type Facts = {
  status?: string;
  replacedBy?: string;
  balanceCents?: number;
  availableCents?: number;
  currency?: string;
};

const ENDED_HOLDS: Record<string, string> = {
  captured: "The hold was already captured.",
  released: "The hold was already released.",
  expired: "The hold has expired.",
};

/** The message of a code, made specific by the facts of the error body. */
function messageOf(code: RefusalCode, extras: Record<string, unknown> = {}): string {
  const { status = "", replacedBy, balanceCents, availableCents, currency }: Facts = extras;
  const message = REFUSALS[code][1];
  if (code === "hold_ended") return ENDED_HOLDS[status] ?? message;
  if (code === "card_not_active") {
    if (replacedBy) return "The card was replaced. Use the new card.";
    if (status === "inactive") return "The card isn't active yet. Activate it first.";
    if (status === "disabled") return "The card is deactivated.";
  }
  if (code === "insufficient_balance" && currency) {
    const money = (cents: number) => localizedMoney(cents, currency, DEFAULT_LOCALE);
    const [held, available] = [Number(balanceCents) - Number(availableCents), availableCents ?? 0];
    return `The card's available balance is too low: ${money(available)} available, ${money(held)} held.`;
  }
  return message;
}

/** An expected error. Any layer can throw it; lib/api/kernel turns it into a response. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly options: RefusalOptions;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(options.message ?? messageOf(code, options.extras));
    this.code = code;
    this.options = options;
  }
}

/** Compares names, because bundles can contain several copies of the class. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === "Refusal" && "code" in error;

/** The client closed the connection before it had sent the whole request. Nobody reads the response. */
export class HungUp extends Error {
  override readonly name = "HungUp";
}

/** Compares names, because bundles can contain several copies of the class. */
export const isHangUp = (error: unknown): boolean =>
  error instanceof Error && error.name === "HungUp";

/** A 503: the same request can succeed in a moment. */
export const unavailable = () => new Refusal("unavailable", { headers: { "Retry-After": "1" } });

/** A 404 with its own message, which must be the same for another store's resource as for an absent one. */
export const notFound = (message: string) => new Refusal("not_found", { message });

export const NO_CARD_WITH_CODE = "No card has this code.";

/** The value that was looked up. Refuses: not_found, if there is none. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Refusal("not_found");
  return value;
}

/** A 400 that names the invalid field. */
export const invalidField = (path: string, message: string) =>
  new Refusal("invalid_request", { message: `${path}: ${message}`, fields: [{ path, message }] });

/** The code of an error of Node, the network or a driver, such as ENOENT; empty if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
