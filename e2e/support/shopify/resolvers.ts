import { GraphQLError } from "graphql";
import { decimalText } from "@/lib/money";
import type { GiftCards, ShopCard } from "./cards";

export type Served = {
  name: string;
  currency: string;
  scopes: Set<string>;
  cards: GiftCards;
  /** What was made later than this long ago is not in the search's index yet. */
  searchLagMs: number;
};

type PageArguments = { first?: number; after?: string; reverse?: boolean };
type ListArguments = PageArguments & { query?: string; sortKey?: string };
type MoneyInput = { amount: string; currencyCode: string };

const MOST_PER_PAGE = 250;

/** Root values for one request to a shop: what its token's scopes allow, and nothing else. */
export function resolversOf(shop: Served) {
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
  const present = (card: ShopCard): object => ({
    id: `gid://shopify/GiftCard/${card.number}`,
    enabled: card.enabled,
    note: card.note,
    lastCharacters: card.code.slice(-4),
    expiresOn: card.expiresOn,
    // To the second, and no finer.
    updatedAt: new Date(card.updatedAtMs).toISOString().replace(/\.\d+Z$/, "Z"),
    balance: money(card.balanceCents),
    transactions: (page: PageArguments) => {
      need("read_gift_card_transactions", "transactions");
      return pageOf(ordered(card.changes, page), page, (change) => transaction(card, change));
    },
  });
  const transaction = (card: ShopCard, change: ShopCard["changes"][number]) => ({
    __typename: `GiftCard${change.kind}Transaction`,
    id: `gid://shopify/GiftCard${change.kind}Transaction/${change.id}`,
    note: change.note,
    amount: money(change.cents),
    giftCard: present(card),
  });
  const change = (kind: "Credit" | "Debit", id: string, amount: MoneyInput, note?: string) => {
    need("write_gift_card_transactions", `giftCard${kind}`);
    const result = cards.change(id, kind, amount, note ?? null);
    if ("error" in result) return { userErrors: [result.error] };
    const made = transaction(result.done.card, result.done.change);
    return { [`giftCard${kind}Transaction`]: made, userErrors: [] };
  };

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
        matching.sort((a, b) => a.updatedAtMs - b.updatedAtMs || a.number - b.number);
      }
      return pageOf(ordered(matching, wanted), wanted, present);
    },
    giftCardCreate: ({ input }: { input: Parameters<GiftCards["create"]>[0] }) => {
      need("write_gift_cards", "giftCardCreate");
      const result = cards.create(input);
      if ("error" in result) return { userErrors: [result.error] };
      return { giftCard: present(result.done), giftCardCode: input.code, userErrors: [] };
    },
    giftCardCredit: (wanted: {
      id: string;
      creditInput: { creditAmount: MoneyInput; note?: string };
    }) => change("Credit", wanted.id, wanted.creditInput.creditAmount, wanted.creditInput.note),
    giftCardDebit: (wanted: {
      id: string;
      debitInput: { debitAmount: MoneyInput; note?: string };
    }) => change("Debit", wanted.id, wanted.debitInput.debitAmount, wanted.debitInput.note),
    giftCardDeactivate: ({ id }: { id: string }) => {
      need("write_gift_cards", "giftCardDeactivate");
      const result = cards.deactivate(id);
      if ("error" in result) return { userErrors: [result.error] };
      return { giftCard: present(result.done), userErrors: [] };
    },
  };
}

const ordered = <T>(items: T[], { reverse }: PageArguments): T[] =>
  reverse ? items.toReversed() : [...items];

/** As Shopify's search: a code, its end, a range of ids; a filter that it does not know is passed over. */
function matches(shop: Served, card: ShopCard, query: string): boolean {
  const [, from] = /^id:>=(\d+)$/.exec(query) ?? [];
  if (from) return card.number >= Number(from);
  const [, end] = /^last_characters:(\w+)$/.exec(query) ?? [];
  if (query === "" || (query.includes(":") && !end)) return true;
  const indexed = card.madeAtMs + shop.searchLagMs <= Date.now();
  return indexed && card.code.endsWith((end ?? query).toLowerCase());
}

/** Pages by position behind the item that the cursor names. */
function pageOf<T>(items: T[], { first = 10, after }: PageArguments, show: (item: T) => object) {
  if (first > MOST_PER_PAGE) throw new GraphQLError(`first may be at most ${MOST_PER_PAGE}`);
  const from = after ? Number(after) : 0;
  const nodes = items.slice(from, from + first);
  const end = from + nodes.length;
  const pageInfo = {
    hasNextPage: end < items.length,
    endCursor: nodes.length ? String(end) : null,
  };
  return { nodes: nodes.map(show), pageInfo };
}
