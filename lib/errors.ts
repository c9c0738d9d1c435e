/** All expected errors of the API, by code: status and message. Codes never change. */
export const REFUSALS = {
  invalid_request: [400, "The request is invalid."],
  insufficient_balance: [400, "The card's balance is too low for this amount."],
  card_not_active: [400, "The card is not active."],
  card_frozen: [400, "The card is frozen: nothing can be taken from it for now."],
  card_expired: [400, "The card has expired."],
  currency_mismatch: [400, "The currency does not match the card's currency."],
  not_reversible: [400, "Only loads, credits and redemptions can be reversed."],
  not_refundable: [400, "Only a redemption can be refunded."],
  refund_exceeds_original: [400, "The amount exceeds what is left to refund of the original."],
  capture_exceeds_hold: [400, "The amount exceeds the hold."],
  balance_limit_exceeded: [400, "The balance would exceed the maximum amount."],
  platform_not_connected: [400, "No online shop is connected."],
  transfers_not_enabled: [400, "No agreement allows transfers to a card with this code."],
  transfer_limit_exceeded: [400, "The amount exceeds a limit of the transfer agreement."],
  rate_stale: [400, "The exchange rate is out of date."],
  unauthorized: [401, "The API key is missing or invalid."],
  consumer_unauthorized: [401, "The consumer token is invalid."],
  insufficient_scope: [403, "You don't have permission for this operation."],
  key_limit_exceeded: [403, "The amount exceeds a limit of the API key."],
  address_not_allowed: [403, "The API key can't be used from this network."],
  store_not_confirmed: [
    403,
    "Until its owner confirms their email, this store can't send email, invite people or create keys that move money.",
  ],
  second_factor_required: [
    403,
    "This store requires a second factor. Set up two-step sign-in or a passkey, or sign in with it.",
  ],
  not_in_test_mode: [403, "This is not available in test mode."],
  test_mode_only: [403, "This needs a test key. A live store's time can't be moved."],
  sign_up_closed: [403, "New accounts need an invitation."],
  not_found: [404, "The resource was not found."],
  method_not_allowed: [405, "This method is not allowed here."],
  card_already_active: [409, "The card is already active."],
  card_already_disabled: [409, "The card is already disabled."],
  card_already_claimed: [409, "The card is already claimed by another consumer."],
  hold_ended: [409, "The hold was captured or released, or it expired."],
  batch_busy: [409, "The batch is being processed; retry when it is done."],
  gift_settled: [409, "The gift was already accepted or returned."],
  store_changed: [409, "You switched to another store; reload the page."],
  already_reversed: [409, "The transaction was already reversed."],
  idempotency_key_voided: [
    409,
    "A reversal voided this Idempotency-Key before the request arrived; nothing was done.",
  ],
  idempotency_key_reused: [409, "This Idempotency-Key was used for a different request."],
  idempotency_in_progress: [409, "A request with this Idempotency-Key is still running; retry."],
  payload_too_large: [413, "The request body is too large."],
  unsupported_media_type: [415, "The request body must be application/json."],
  misdirected_request: [
    421,
    "This instance responds only at localhost; set APP_URL to use another name.",
  ],
  rate_limited: [429, "Too many requests; retry later."],
  internal_error: [500, "Something went wrong on our side; retry or contact support."],
  unavailable: [503, "The service is busy; retry in a moment."],
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

/** An expected error. Any layer can throw it; lib/http turns it into a response. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly options: RefusalOptions;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(options.message ?? REFUSALS[code][1]);
    this.code = code;
    this.options = options;
  }
}

/** Compares names, because bundles can contain several copies of the class. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === "Refusal" && "code" in error;

/** The value that was looked up. Refuses: not_found, if there is none. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Refusal("not_found");
  return value;
}

/** A 400 that names the invalid field. */
export const invalidField = (path: string, message: string) =>
  new Refusal("invalid_request", { message: `${path}: ${message}`, fields: [{ path, message }] });
