import { centsOfDecimal, decimalText } from "@/lib/money";

type Change = { id: string; kind: "Credit" | "Debit"; cents: number; note: string | null };

/** A gift card as the shop keeps it. */
export type ShopCard = {
  number: number;
  code: string;
  note: string | null;
  expiresOn: string | null;
  balanceCents: number;
  enabled: boolean;
  updatedAtMs: number;
  madeAtMs: number;
  changes: Change[];
};

type UserError = { code: string; field: string[]; message: string };
type Done<T> = { done: T } | { error: UserError };

const refused = (code: string, message: string): { error: UserError } => ({
  error: { code, field: [], message },
});

const SHORTEST_CODE = 8;
const LONGEST_CODE = 20;

/** A shop's gift cards, under Shopify's rules; amounts are decimals of its currency. */
export class GiftCards {
  readonly all: ShopCard[] = [];
  private lastChange = 0;

  constructor(readonly currency: string) {}

  /** `id` as the API writes it, or its number. */
  byId(id: string): ShopCard | undefined {
    return this.all[Number(/\d+$/.exec(id)?.[0]) - 1];
  }

  byCode(code: string): ShopCard | undefined {
    return this.all.find((card) => card.code === code.toLowerCase());
  }

  create(input: {
    code: string;
    initialValue: string;
    note?: string | null;
    expiresOn?: string | null;
  }): Done<ShopCard> {
    const code = input.code.toLowerCase();
    if (code.length < SHORTEST_CODE) return refused("TOO_SHORT", "Code is too short");
    if (code.length > LONGEST_CODE) return refused("TOO_LONG", "Code is too long");
    if (!/^[a-z0-9]+$/.test(code)) return refused("INVALID", "Code must be letters and digits");
    if (this.byCode(code)) return refused("TAKEN", "Code has already been taken");
    const cents = centsOfDecimal(input.initialValue, this.currency);
    if (cents === null) return refused("INVALID", "Initial value is not an amount");
    if (cents <= 0) return refused("GREATER_THAN", "Initial value must be greater than 0");
    const nowMs = Date.now();
    const card: ShopCard = {
      number: this.all.length + 1,
      code,
      note: input.note ?? null,
      expiresOn: input.expiresOn ?? null,
      balanceCents: cents,
      enabled: true,
      updatedAtMs: nowMs,
      madeAtMs: nowMs,
      changes: [],
    };
    this.all.push(card);
    return { done: card };
  }

  change(
    id: string,
    kind: Change["kind"],
    money: { amount: string; currencyCode: string },
    note: string | null,
  ): Done<{ card: ShopCard; change: Change }> {
    const card = this.byId(id);
    const cents = centsOfDecimal(money.amount, this.currency);
    if (!card) return refused("GIFT_CARD_NOT_FOUND", "The gift card could not be found");
    if (money.currencyCode !== this.currency) {
      return refused("MISMATCHING_CURRENCY", "The currency is not the gift card's");
    }
    if (cents === null) return refused("INVALID", "The amount is not valid");
    if (cents <= 0) return refused("NEGATIVE_OR_ZERO_AMOUNT", "A positive amount must be used");
    if (!card.enabled) return refused("INVALID", "The gift card is deactivated");
    const signed = kind === "Credit" ? cents : -cents;
    if (card.balanceCents + signed < 0) {
      return refused("INSUFFICIENT_FUNDS", "The gift card does not have sufficient funds");
    }
    card.balanceCents += signed;
    card.updatedAtMs = Date.now();
    const change = { id: String(++this.lastChange), kind, cents, note };
    card.changes.push(change);
    return { done: { card, change } };
  }

  deactivate(id: string): Done<ShopCard> {
    const card = this.byId(id);
    if (!card) return refused("GIFT_CARD_NOT_FOUND", "The gift card could not be found");
    card.enabled = false;
    card.updatedAtMs = Date.now();
    return { done: card };
  }

  /** What a customer at the shop's checkout does, or its staff: a change without a note. Throws when it can't be. */
  changeThere(code: string, amountCents: number): number {
    const card = this.byCode(code);
    if (!card) throw new Error("The shop has no such card.");
    const amount = decimalText(Math.abs(amountCents), this.currency);
    const kind = amountCents > 0 ? "Credit" : "Debit";
    const money = { amount, currencyCode: this.currency };
    const changed = this.change(String(card.number), kind, money, null);
    if ("error" in changed) throw new Error(changed.error.message);
    return card.balanceCents;
  }
}
