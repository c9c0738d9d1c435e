import {
  type Adapter,
  type Adjustment,
  type CardToCreate,
  type PlatformCard,
  PlatformError,
} from "@/lib/domain/shops/adapter";

type Change = { id: number; cents: number; note: string | null };

/** A gift card as the shop stores it; `cardId` or `note` identifies our card. */
export type GiftCard = PlatformCard & {
  number: number;
  code: string;
  note: string | null;
  expiresOn: string | null;
  createdAtMs: number;
  changedAtMs: number;
  changes: Change[];
};

/** Why the shop refuses a change, with Shopify's error code. */
export class ShopRefusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type NewCard = Pick<GiftCard, "code" | "balanceCents"> &
  Partial<Pick<GiftCard, "cardId" | "note" | "expiresOn" | "currency">>;

const MIN_CODE_CHARS = 8;
const MAX_CODE_CHARS = 20;

/** The gift cards of a fake shop under Shopify's rules, independent of the protocol. */
export class GiftCards {
  readonly all: GiftCard[] = [];
  private created = 0;
  private changed = 0;

  constructor(
    readonly currency: string,
    readonly idPrefix: string,
  ) {}

  byId = (id: string) => this.all.find(({ platformId }) => platformId === id);

  byCode = (code: string) =>
    this.all.find((card) => card.code.toLowerCase() === code.toLowerCase());

  /** Finds the shop's copy of one of our cards. */
  of = (cardId: string) => this.all.find((card) => card.cardId === cardId);

  create({ code, balanceCents, ...given }: NewCard): GiftCard {
    if (code.length < MIN_CODE_CHARS) throw new ShopRefusal("TOO_SHORT", "Code is too short");
    if (code.length > MAX_CODE_CHARS) throw new ShopRefusal("TOO_LONG", "Code is too long");
    if (!/^[a-z0-9]+$/i.test(code)) throw new ShopRefusal("INVALID", "Code is not valid");
    if (this.byCode(code)) throw new ShopRefusal("TAKEN", `The code ${code} is taken`);
    if (balanceCents < 1) {
      throw new ShopRefusal("GREATER_THAN", "Initial value must be greater than 0");
    }
    const number = ++this.created;
    const nowMs = Date.now();
    const card: GiftCard = {
      number,
      platformId: `${this.idPrefix}${number}`,
      code,
      balanceCents,
      currency: given.currency ?? this.currency,
      cardId: given.cardId ?? null,
      note: given.note ?? null,
      expiresOn: given.expiresOn ?? null,
      enabled: true,
      createdAtMs: nowMs,
      changedAtMs: nowMs,
      changes: [],
    };
    this.all.push(card);
    return card;
  }

  change(id: string, cents: number, currency: string, note: string | null) {
    const card = this.find(id);
    if (currency !== card.currency) {
      throw new ShopRefusal("MISMATCHING_CURRENCY", "The currency is not the gift card's");
    }
    if (!card.enabled) throw new ShopRefusal("INVALID", "The gift card is deactivated");
    if (card.balanceCents + cents < 0) {
      throw new ShopRefusal("INSUFFICIENT_FUNDS", "The gift card does not have sufficient funds");
    }
    const change = { id: ++this.changed, cents, note };
    card.balanceCents += cents;
    card.changedAtMs = Date.now();
    card.changes.push(change);
    return { card, change };
  }

  setExpiry(id: string, expiresOn: string | null): GiftCard {
    return Object.assign(this.find(id), { expiresOn, changedAtMs: Date.now() });
  }

  deactivate(id: string): GiftCard {
    return Object.assign(this.find(id), { enabled: false, changedAtMs: Date.now() });
  }

  /** Changes a balance as a customer or the shop's staff would. Returns the new balance. */
  changeInShop(code: string, cents: number): number {
    const { platformId, currency } = this.byCode(code) ?? this.find(code);
    return this.change(platformId, cents, currency, null).card.balanceCents;
  }

  /** Deletes every card and restarts the ids, like a restored backup. */
  restart(): void {
    this.all.length = 0;
    this.created = 0;
  }

  private find(id: string): GiftCard {
    const card = this.byId(id);
    if (!card) throw new ShopRefusal("GIFT_CARD_NOT_FOUND", "The gift card could not be found");
    return card;
  }
}

/**
 * What goes wrong with one call. "killed" and "killedAfter": our process dies before or after the shop acts.
 */
export type Fault =
  | "none"
  | "lost"
  | "unreachable"
  | "throttled"
  | "unauthorized"
  | "killed"
  | "killedAfter";

const toPlatformCard = ({
  platformId,
  balanceCents,
  currency,
  enabled,
  cardId,
  expiresOn,
}: GiftCard): PlatformCard => ({
  platformId,
  balanceCents,
  currency,
  enabled,
  cardId,
  expiresOn,
});

/** The fake shop as an in-memory adapter, with calls that can fail in every way. */
export class Shop implements Adapter {
  readonly giftCards: GiftCards;
  /** Faults for the next calls, in order; then none. */
  faults: Fault[] = [];
  /** Work to run during the next calls, in order; then none. */
  meanwhile: ((() => Promise<unknown>) | null)[] = [];
  calls: string[] = [];
  name = "Corner Shop";
  currency: string;

  constructor(
    { currency = "USD", idPrefix = "gift-card-" } = {},
    readonly pageSize = 2,
  ) {
    this.currency = currency;
    this.giftCards = new GiftCards(currency, idPrefix);
  }

  get cards(): GiftCard[] {
    return this.giftCards.all;
  }

  of = (cardId: string) => this.giftCards.of(cardId);

  check = () => this.call("check", () => ({ name: this.name, currency: this.currency }));

  create = (card: CardToCreate) =>
    this.call("create", () => toPlatformCard(this.giftCards.create({ ...card })));

  find = ({ cardId }: { cardId: string }) =>
    this.call("find", () => this.shownOrNull(this.of(cardId)));

  read = (platformId: string) =>
    this.call("read", () => this.shownOrNull(this.giftCards.byId(platformId)));

  adjust = (platformId: string, { amountCents, currency, reference }: Adjustment) =>
    this.call("adjust", () =>
      toPlatformCard(this.giftCards.change(platformId, amountCents, currency, reference).card),
    );

  wasAdjusted = (platformId: string, reference: string) =>
    this.call("wasAdjusted", () =>
      Boolean(this.giftCards.byId(platformId)?.changes.some(({ note }) => note === reference)),
    );

  setExpiry = (platformId: string, expiresOn: string | null) =>
    this.call("setExpiry", () => toPlatformCard(this.giftCards.setExpiry(platformId, expiresOn)));

  disable = (platformId: string) =>
    this.call("disable", () => void this.giftCards.deactivate(platformId));

  changedSince = (since: Date, cursor: string | null) =>
    this.call("changedSince", () => {
      const from = Number(cursor ?? 0);
      const end = from + this.pageSize;
      const changed = this.cards.filter(({ changedAtMs }) => changedAtMs >= since.getTime());
      const nextCursor = end < changed.length ? String(end) : null;
      return { cards: changed.slice(from, end).map(toPlatformCard), nextCursor };
    });

  /** A customer redeems up to this amount in the online shop. Returns the amount redeemed. */
  redeem(cardId: string, wantedCents: number): number {
    const card = this.of(cardId);
    if (!card?.enabled) return 0;
    const cents = Math.min(wantedCents, card.balanceCents);
    card.balanceCents -= cents;
    return cents;
  }

  private shownOrNull = (card: GiftCard | undefined) => (card ? toPlatformCard(card) : null);

  private async call<T>(name: string, work: () => T): Promise<T> {
    this.calls.push(name);
    const fault = this.faults.shift() ?? "none";
    await this.meanwhile.shift()?.();
    if (fault === "unreachable") throw new PlatformError("unreachable", "No response.");
    if (fault === "throttled") throw new PlatformError("throttled", "Too many calls.", 1);
    if (fault === "unauthorized") throw new PlatformError("unauthorized", "No scope.");
    if (fault === "killed") throw new Error("killed");
    const answer = withPlatformErrors(work);
    if (fault === "lost") throw new PlatformError("unreachable", "No response.");
    if (fault === "killedAfter") throw new Error("killed");
    return answer;
  }
}

function withPlatformErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ShopRefusal)) throw error;
    throw new PlatformError(error.code === "TAKEN" ? "taken" : "refused", error.message);
  }
}
