import { centsOfDecimal } from "@/lib/base/money";
import type { GiftCard } from "../fake-shop";
import type { Fault } from "./faults";
import type { Shop } from "./shop";

/** A code as the shop has it: cards are sent there without dashes. */
const withoutDashes = (code: string) => code.replaceAll("-", "");

/** The actions that a test can take in a shop. `openShop` calls them from another process. */
export function controlsOf(shop: Shop) {
  return {
    /** The next request of the operation with this document name fails in this way. */
    failNext: (operation: string, fault: Fault) => shop.faults.once(operation, fault),
    setToken: (token: string) => {
      shop.token = token;
    },
    setScopes: (scopes: string[]) => {
      shop.scopes = new Set(scopes);
    },
    /** A customer redeems a card in the online shop. Returns the remaining balance. */
    redeem: (code: string, amountCents: number) =>
      shop.cards.changeInShop(withoutDashes(code), -amountCents),
    /** A shop employee credits a card by hand. */
    creditByHand: (code: string, amountCents: number) =>
      shop.cards.changeInShop(withoutDashes(code), amountCents),
    /** A shop employee creates a card. */
    addCard: (code: string, amount: string, note: string | null = null) => {
      const balanceCents = centsOfDecimal(amount, shop.currency) ?? 0;
      return String(shop.cards.create({ code: withoutDashes(code), balanceCents, note }).number);
    },
    /** A shop employee changes the note of a card. */
    setNote: (code: string, note: string | null) => {
      const card = shop.cards.byCode(withoutDashes(code));
      if (card) card.note = note;
    },
    deactivate: (code: string) => {
      shop.cards.deactivate(shop.cards.byCode(withoutDashes(code))?.platformId ?? "");
    },
    cards: (): GiftCard[] => shop.cards.all,
    card: (code: string): GiftCard | null => shop.cards.byCode(withoutDashes(code)) ?? null,
    /** Requests by operation, faults that occurred, and how often the rate limit was exceeded. */
    counts: () => ({
      requests: shop.requests,
      faults: shop.faults.met,
      beyond: shop.points.beyond,
    }),
  };
}

export type Controls = ReturnType<typeof controlsOf>;
