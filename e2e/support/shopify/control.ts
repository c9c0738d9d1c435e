import { centsOfDecimal } from "@/lib/money";
import type { GiftCard } from "../fake-shop";
import type { Fault, Shares } from "./faults";
import type { Shop } from "./shop";

/** What a test does to a shop and asks of it; in another process by `openShop`. */
export function controlsOf(shop: Shop) {
  return {
    /** The next request of an operation, by its document's name, meets this fault. */
    failNext: (operation: string, fault: Fault) => shop.faults.once(operation, fault),
    /** From now on so many of a hundred requests meet each fault. */
    failAtRandom: (seed: number, shares: Shares) => shop.faults.atRandom(seed, shares),
    setDown: (down: boolean) => {
      shop.faults.down = down;
    },
    setToken: (token: string) => {
      shop.token = token;
    },
    setScopes: (scopes: string[]) => {
      shop.scopes = new Set(scopes);
    },
    /** A customer pays with a card in the online shop; answers what is left on it. */
    redeem: (code: string, amountCents: number) => shop.cards.changeInShop(code, -amountCents),
    /** A customer pays with one of the cards, which `pick`, from 0 to 1, chooses; answers its note. */
    redeemOne: (pick: number, amountCents: number) => {
      const card = shop.cards.all[Math.floor(pick * shop.cards.all.length)];
      if (card) shop.cards.changeInShop(card.code, -amountCents);
      return card?.note ?? null;
    },
    /** The shop's staff credits a card by hand. */
    creditByHand: (code: string, amountCents: number) => shop.cards.changeInShop(code, amountCents),
    /** The shop's staff makes a card of its own. */
    addCard: (code: string, amount: string, note: string | null = null) => {
      const balanceCents = centsOfDecimal(amount, shop.currency) ?? 0;
      return String(shop.cards.create({ code, balanceCents, note }).number);
    },
    /** The shop's staff changes the note of a card, or deactivates it. */
    setNote: (code: string, note: string | null) => {
      const card = shop.cards.byCode(code);
      if (card) card.note = note;
    },
    deactivate: (code: string) => {
      shop.cards.deactivate(shop.cards.byCode(code)?.platformId ?? "");
    },
    cards: (): GiftCard[] => shop.cards.all,
    card: (code: string): GiftCard | null => shop.cards.byCode(code) ?? null,
    /** How often each operation came, what went wrong, and how often the bucket was overdrawn. */
    counts: () => ({
      requests: shop.requests,
      faults: shop.faults.met,
      beyond: shop.points.beyond,
      lowest: shop.points.lowest,
    }),
  };
}

export type Controls = ReturnType<typeof controlsOf>;
