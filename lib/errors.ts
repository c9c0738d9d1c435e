/**
 * Every refusal the service gives: its stable code, its status and its default sentence.
 * The codes are part of the API and stand in openapi.json.
 */
export const REFUSALS = {
  invalid_request: [400, "The request is not valid."],
  insufficient_balance: [400, "The card's balance is too low for this amount."],
  card_not_active: [400, "The card is not active."],
  card_expired: [400, "The card has expired."],
  currency_mismatch: [400, "The currency is not the card's currency."],
  balance_limit_exceeded: [400, "The balance would exceed the largest amount that can be held."],
  platform_not_connected: [400, "No e-commerce platform is connected."],
  transfers_not_enabled: [400, "Transfers are not enabled for this store."],
  rate_stale: [400, "The exchange rate is too old to be used."],
  unauthorized: [401, "The API key is missing or invalid."],
  consumer_unauthorized: [401, "The consumer token is invalid."],
  insufficient_scope: [403, "This key or person is not allowed to do that."],
  not_found: [404, "There is no such resource."],
  method_not_allowed: [405, "This method is not allowed here."],
  card_already_active: [409, "The card is already active."],
  card_already_disabled: [409, "The card is already disabled."],
  card_already_claimed: [409, "The card is already claimed by another consumer."],
  batch_busy: [409, "The batch is being worked on; retry when that is done."],
  gift_settled: [409, "The gift was already accepted, or went back to its sender."],
  store_changed: [409, "You now work in another store; reload the page."],
  idempotency_key_reused: [409, "This Idempotency-Key was used for another request."],
  idempotency_in_progress: [409, "A request with this Idempotency-Key is still running; retry."],
  payload_too_large: [413, "The request body is too large."],
  unsupported_media_type: [415, "The request body must be application/json."],
  rate_limited: [429, "Too many requests; retry later."],
  internal_error: [500, "Something went wrong on our side; retry or contact support."],
  unavailable: [503, "The service is busy; retry in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** One thing wrong with a request: where (`body.amountCents`) and what. */
export type FieldError = { path: string; message: string };

type RefusalOptions = {
  message?: string;
  fields?: FieldError[];
  /** Named values of the error body beside error, message and requestId. */
  extras?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Of the answer being replayed, when it is not this request's own. */
  requestId?: string;
};

/** A typed no: thrown by any layer, turned into a response in one place. It knows no transport. */
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

/** Told by name, since a bundler may give the process several copies of the class. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === "Refusal" && "code" in error;

/** The refusal of a request whose `path` is wrong: a 400 that names the field. */
export const invalid = (path: string, message: string) =>
  new Refusal("invalid_request", { message: `${path}: ${message}`, fields: [{ path, message }] });
