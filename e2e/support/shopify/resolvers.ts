import { GraphQLError } from "graphql";
import { centsOfDecimal, decimalText } from "@/lib/base/money";
import { type GiftCard, type GiftCards, ShopRefusal } from "../fake-shop";

export type ServedShop = {
  name: string;
  currency: string;
  scopes: Set<string>;
  cards: GiftCards;
  /** Cards created less than this long ago are not in the search index yet. */
  searchLagMs: number;
};

type PageArguments = { first?: number; after?: string; reverse?: boolean };
type ListArguments = PageArguments & { query?: string; sortKey?: string };
type MoneyInput = { amount: string; currencyCode: string };
type CreateInput = { code: string; initialValue: string; note?: string; expiresOn?: string };

const MAX_PER_PAGE = 250;

/** Root values for one request to a shop, limited to its token's scopes. */
export function resolversOf(shop: ServedShop) {
  const { cards, currency } = shop;
  const need = (scope: string, field: string) => {
    if (shop.scopes.has(scope)) return;
    const requiredAccess = `\`${scope}\` access scope.`;
    throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
      extensions: { code: "ACCESS_DENIED", requiredAccess },
    });
  };
  const money = (cents: number) => ({
    amount: decimalText(cents, currency),
    currencyCode: currency,
  });
  const present = (card: GiftCard): object => ({
    id: card.platformId,
    enabled: card.enabled,
    note: card.note,
    lastCharacters: card.code.slice(-4),
    expiresOn: card.expiresOn,
    // Shopify truncates to whole seconds.
    updatedAt: new Date(card.changedAtMs).toISOString().replace(/\.\d+Z$/, "Z"),
    balance: money(card.balanceCents),
    transactions: (page: PageArguments) => {
      need("read_gift_card_transactions", "transactions");
      return pageOf(ordered(card.changes, page), page, (change) => transaction(card, change));
    },
  });
  const transaction = (card: GiftCard, { id, cents, note }: GiftCard["changes"][number]) => {
    const type = cents > 0 ? "GiftCardCreditTransaction" : "GiftCardDebitTransaction";
    const amount = money(Math.abs(cents));
    return {
      __typename: type,
      id: `gid://shopify/${type}/${id}`,
      note,
      amount,
      giftCard: present(card),
    };
  };
  const centsOf = (amount: string): number => {
    const cents = centsOfDecimal(amount, currency);
    if (cents === null) throw new ShopRefusal("INVALID", "The amount is not valid");
    return cents;
  };
  /** The payload of a mutation: its result, or why the shop refused. */
  const payload = (scope: string, field: string, result: string, work: () => object) => {
    need(scope, field);
    try {
      return { [result]: work(), userErrors: [] };
    } catch (error) {
      if (!(error instanceof ShopRefusal)) throw error;
      return { userErrors: [{ code: error.code, field: [], message: error.message }] };
    }
  };
  const change = (kind: "Credit" | "Debit", id: string, money: MoneyInput, note?: string) =>
    payload("write_gift_card_transactions", `giftCard${kind}`, `giftCard${kind}Transaction`, () => {
      const cents = centsOf(money.amount);
      if (cents < 1) throw new ShopRefusal("NEGATIVE_OR_ZERO_AMOUNT", "Must be positive");
      const signed = kind === "Credit" ? cents : -cents;
      const changed = cards.change(id, signed, money.currencyCode, note ?? null);
      return transaction(changed.card, changed.change);
    });

  return {
    shop: () => ({ name: shop.name, currencyCode: currency }),
    currentAppInstallation: () => ({
      accessScopes: [...shop.scopes].map((handle) => ({ handle })),
    }),
    giftCard: ({ id }: { id: string }) => {
      need("read_gift_cards", "giftCard");
      const card = cards.byId(id);
      return card ? present(card) : null;
    },
    giftCards: (wanted: ListArguments) => {
      need("read_gift_cards", "giftCards");
      const matching = cards.all.filter((card) => matches(shop, card, wanted.query ?? ""));
      if (wanted.sortKey === "UPDATED_AT") {
        matching.sort((a, b) => a.changedAtMs - b.changedAtMs || a.number - b.number);
      }
      return pageOf(ordered(matching, wanted), wanted, present);
    },
    giftCardCreate: ({ input }: { input: CreateInput }) =>
      payload("write_gift_cards", "giftCardCreate", "giftCard", () =>
        present(
          cards.create({
            ...input,
            // Shopify stores codes in lower case.
            code: input.code.toLowerCase(),
            balanceCents: centsOf(input.initialValue),
          }),
        ),
      ),
    giftCardCredit: (wanted: {
      id: string;
      creditInput: { creditAmount: MoneyInput; note?: string };
    }) => change("Credit", wanted.id, wanted.creditInput.creditAmount, wanted.creditInput.note),
    giftCardDebit: (wanted: {
      id: string;
      debitInput: { debitAmount: MoneyInput; note?: string };
    }) => change("Debit", wanted.id, wanted.debitInput.debitAmount, wanted.debitInput.note),
    giftCardUpdate: ({ id, input }: { id: string; input: { expiresOn: string | null } }) =>
      payload("write_gift_cards", "giftCardUpdate", "giftCard", () =>
        present(cards.setExpiry(id, input.expiresOn)),
      ),
    giftCardDeactivate: ({ id }: { id: string }) =>
      payload("write_gift_cards", "giftCardDeactivate", "giftCard", () =>
        present(cards.deactivate(id)),
      ),
  };
}

const ordered = <T>(items: T[], { reverse }: PageArguments): T[] =>
  reverse ? items.toReversed() : [...items];

/** Shopify's search: a code, its last characters, or an id range. Unknown filters are ignored. */
function matches(shop: ServedShop, card: GiftCard, query: string): boolean {
  const [, from] = /^id:>=(\d+)$/.exec(query) ?? [];
  if (from) return card.number >= Number(from);
  const [, end] = /^last_characters:(\w+)$/.exec(query) ?? [];
  if (query === "" || (query.includes(":") && !end)) return true;
  const indexed = card.createdAtMs + shop.searchLagMs <= Date.now();
  return indexed && card.code.toLowerCase().endsWith((end ?? query).toLowerCase());
}

/** Returns the page after the position in the cursor. */
function pageOf<T>(items: T[], { first = 10, after }: PageArguments, show: (item: T) => object) {
  if (first > MAX_PER_PAGE) throw new GraphQLError(`first may be at most ${MAX_PER_PAGE}`);
  const from = after ? Number(after) : 0;
  const nodes = items.slice(from, from + first);
  const end = from + nodes.length;
  const pageInfo = {
    hasNextPage: end < items.length,
    endCursor: nodes.length ? String(end) : null,
  };
  return { nodes: nodes.map(show), pageInfo };
}
