/** A gift card in the online shop. Amounts are in minor units. */
export type PlatformCard = {
  platformId: string;
  balanceCents: number;
  currency: string;
  enabled: boolean;
  /** Our card's id, as stored by the shop; null if the card isn't ours. */
  cardId: string | null;
  /** YYYY-MM-DD; null if the card never expires there, undefined if the shop doesn't say. */
  expiresOn?: string | null | undefined;
};

export type CardToCreate = {
  cardId: string;
  code: string;
  balanceCents: number;
  currency: string;
  /** YYYY-MM-DD; null if the card never expires. */
  expiresOn: string | null;
};

export type Adjustment = {
  /** Negative for a debit. */
  amountCents: number;
  currency: string;
  /** Identifies the change, so that it can be found if the response is lost. */
  reference: string;
};

/** Access to a shop's gift cards. Each call has a deadline and throws only PlatformError. */
export type Adapter = {
  /** Checks the credentials and their scopes. */
  check(): Promise<{ name: string; currency: string }>;
  create(card: CardToCreate): Promise<PlatformCard>;
  /** Finds the shop's card for one of ours. Used when the response to `create` was lost. */
  find(card: { cardId: string; code: string }): Promise<PlatformCard | null>;
  read(platformId: string): Promise<PlatformCard | null>;
  adjust(platformId: string, change: Adjustment): Promise<PlatformCard>;
  wasAdjusted(platformId: string, reference: string): Promise<boolean>;
  /** Sets the expiration date; null for none. Only called for cards whose date the shop says. */
  setExpiry(platformId: string, expiresOn: string | null): Promise<PlatformCard>;
  /** Permanent and idempotent. */
  disable(platformId: string): Promise<void>;
  /**
   * Returns a page of the cards changed since `since`, or of all cards if it is the epoch. A card that
   * changes during the scan may be missed until the next one, whose `since` is the start of this one.
   */
  changedSince(
    since: Date,
    cursor: string | null,
  ): Promise<{ cards: PlatformCard[]; nextCursor: string | null }>;
};

/**
 * unreachable: it may have been done, so check before retrying. unlisted: the shop responds, but doesn't list a card
 * that it may have created. throttled: not done, retry after `retryAfterMs`. taken: the code exists. refused: not
 * done, and a retry won't help. unauthorized: not done for any card, because of the token, its scopes or the shop.
 */
export type PlatformErrorKind =
  | "unreachable"
  | "unlisted"
  | "throttled"
  | "taken"
  | "refused"
  | "unauthorized";

/** The reason a call failed. `reason` is shown to the merchant and contains no secrets. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  constructor(
    readonly kind: PlatformErrorKind,
    readonly reason: string,
    readonly retryAfterMs = 0,
  ) {
    super(`${kind}: ${reason}`);
  }
}

/** Checks the name instead of using `instanceof`, because a bundler may duplicate the class. */
export const isPlatformError = (error: unknown): error is PlatformError =>
  error instanceof Error && error.name === "PlatformError" && "kind" in error;

export const kindOf = (error: unknown): PlatformErrorKind | null =>
  isPlatformError(error) ? error.kind : null;
