/** What a platform shows of a gift card; amounts in minor units of its currency. */
export type PlatformCard = {
  platformId: string;
  balanceCents: number;
  currency: string;
  enabled: boolean;
  /** Our card's id, out of the note we gave it at its creation; null when the card is not ours. */
  cardId: string | null;
};

export type CardToCreate = {
  cardId: string;
  code: string;
  balanceCents: number;
  currency: string;
  /** The last day on which it can be spent, as YYYY-MM-DD; null when it never expires. */
  expiresOn: string | null;
};

/** A change of a platform card's balance. */
export type Adjustment = {
  /** Added, or taken when negative. */
  amountCents: number;
  currency: string;
  /** Marks the change on the platform, so that a lost reply can be asked after. */
  reference: string;
};

/** A shop's gift cards, behind the few calls that mirroring needs; each ends by a deadline and throws PlatformError only. */
export type Adapter = {
  /** Tries the credentials and what they allow; answers the shop's name and currency. */
  check(): Promise<{ name: string; currency: string }>;
  create(card: CardToCreate): Promise<PlatformCard>;
  /** The card made for this one, if there is one: settles a lost reply. */
  find(card: { cardId: string; code: string }): Promise<PlatformCard | null>;
  read(platformId: string): Promise<PlatformCard | null>;
  /** Changes the balance and answers the card after it. */
  adjust(platformId: string, change: Adjustment): Promise<PlatformCard>;
  /** Whether the change marked with this reference was made. */
  wasAdjusted(platformId: string, reference: string): Promise<boolean>;
  /** Final; a card that is disabled already stays so. */
  disable(platformId: string): Promise<void>;
  /**
   * The cards changed since, a page at a time, and by the epoch every card. One that changes meanwhile
   * may be left to the next reading, whose `since` is the start of this one.
   */
  changedSince(
    since: Date,
    cursor: string | null,
  ): Promise<{ cards: PlatformCard[]; nextCursor: string | null }>;
};

/**
 * unreachable: may have been done, ask before trying again. throttled: not done, try after
 * `retryAfterMs`. taken: the code exists. refused: not done, and trying again does not help.
 * unauthorized: not done, for all cards: the token, what it allows, or the shop as such.
 */
export type PlatformErrorKind = "unreachable" | "throttled" | "taken" | "refused" | "unauthorized";

/** Why a call failed; `reason` is shown to the merchant and holds no secret. Told apart by `kind`, never by instanceof. */
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
