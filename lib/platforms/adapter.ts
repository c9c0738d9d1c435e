/** A gift card as the shop shows it; amounts in minor units. */
export type PlatformCard = {
  platformId: string;
  balanceCents: number;
  currency: string;
  enabled: boolean;
  /** Our card's id, from the note on it; null when the card is not ours. */
  cardId: string | null;
};

export type CardToCreate = {
  cardId: string;
  code: string;
  balanceCents: number;
  currency: string;
  /** YYYY-MM-DD; null when it never expires. */
  expiresOn: string | null;
};

export type Adjustment = {
  /** Negative for a debit. */
  amountCents: number;
  currency: string;
  /** Marks the change, so that it can be found after a lost response. */
  reference: string;
};

/** A shop's gift cards. Each call has a deadline and throws PlatformError only. */
export type Adapter = {
  /** Checks the credentials and their scopes. */
  check(): Promise<{ name: string; currency: string }>;
  create(card: CardToCreate): Promise<PlatformCard>;
  /** The shop's card of this one, if it was created: resolves a lost response. */
  find(card: { cardId: string; code: string }): Promise<PlatformCard | null>;
  read(platformId: string): Promise<PlatformCard | null>;
  adjust(platformId: string, change: Adjustment): Promise<PlatformCard>;
  wasAdjusted(platformId: string, reference: string): Promise<boolean>;
  /** Final and idempotent. */
  disable(platformId: string): Promise<void>;
  /**
   * A page of the cards changed since; since the epoch, of every card. A card that changes during the scan
   * may be left to the next one, whose `since` is the start of this one.
   */
  changedSince(
    since: Date,
    cursor: string | null,
  ): Promise<{ cards: PlatformCard[]; nextCursor: string | null }>;
};

/**
 * unreachable: may have been done, so ask before retrying. throttled: not done, retry after
 * `retryAfterMs`. taken: the code exists. refused: not done, and a retry does not help. unauthorized:
 * not done for any card, because of the token, its scopes or the shop.
 */
export type PlatformErrorKind = "unreachable" | "throttled" | "taken" | "refused" | "unauthorized";

/** Why a call failed. `reason` is shown to the merchant and holds no secret. */
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

/** By name and not `instanceof`: a bundler may give the process several copies of the class. */
export const isPlatformError = (error: unknown): error is PlatformError =>
  error instanceof Error && error.name === "PlatformError" && "kind" in error;

export const kindOf = (error: unknown): PlatformErrorKind | null =>
  isPlatformError(error) ? error.kind : null;
