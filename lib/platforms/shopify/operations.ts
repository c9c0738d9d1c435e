import { z } from "zod";

/** The version of the Admin API; each is supported for a year at least. */
export const API_VERSION = "2026-10";

const CARDS_PER_PAGE = 50;
const FOUND_CARDS = 10;
const NEWEST_CARDS = 50;
const TRANSACTIONS_PER_PAGE = 50;

const CARD = "id enabled note updatedAt balance { amount currencyCode }";

const Card = z.object({
  id: z.string(),
  enabled: z.boolean(),
  note: z.string().nullable(),
  updatedAt: z.coerce.date(),
  balance: z.object({ amount: z.string(), currencyCode: z.string() }),
});
export type ShopifyCard = z.infer<typeof Card>;

const Page = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const Found = z.object({ nodes: z.array(Card) });
const Cards = z.object({ giftCards: z.object({ nodes: z.array(Card), pageInfo: Page }) });

const UserErrors = z.array(z.object({ code: z.string().nullable(), message: z.string() }));
export type UserError = z.infer<typeof UserErrors>[number];

/** A call of the Admin API: its document, what it answers, and the points it needs, as estimated before it was first answered. */
export type Operation<Reply> = {
  name: string;
  document: string;
  reply: z.ZodType<Reply>;
  points: number;
  /** Whether it leaves points to others: a change does, and a look at what was redeemed does not. */
  patient: boolean;
};

const LOOKS = ["check", "lastChangedCards", "cardsInOrder"];

const operation = <Reply>(
  document: string,
  points: number,
  reply: z.ZodType<Reply>,
): Operation<Reply> => {
  const name = /(?:query|mutation) (\w+)/.exec(document)?.[1] ?? "";
  return { name, document, reply, points, patient: !LOOKS.includes(name) };
};

// Shopify's published rates: 10 for a mutation, 1 for an object, the size of a page times its objects.
const MUTATION_POINTS = 12;
const PAGE_POINTS = 2 + 2 * CARDS_PER_PAGE;

export const check = operation(
  `query check {
    shop { name currencyCode }
    currentAppInstallation { accessScopes { handle } }
  }`,
  20,
  z.object({
    shop: z.object({ name: z.string(), currencyCode: z.string() }),
    currentAppInstallation: z.object({
      accessScopes: z.array(z.object({ handle: z.string() })),
    }),
  }),
);

export const create = operation(
  `mutation createCard($input: GiftCardCreateInput!) {
    giftCardCreate(input: $input) { giftCard { ${CARD} } userErrors { code message } }
  }`,
  MUTATION_POINTS,
  z.object({ giftCardCreate: z.object({ giftCard: Card.nullable(), userErrors: UserErrors }) }),
);

export const read = operation(
  `query readCard($id: ID!) { giftCard(id: $id) { ${CARD} } }`,
  3,
  z.object({ giftCard: Card.nullable() }),
);

/**
 * By the code, which the default term of a search looks through, by its end, and among the newest,
 * since the search may lag behind what was just made.
 */
export const find = operation(
  `query findCard($code: String!, $end: String!) {
    byCode: giftCards(first: ${FOUND_CARDS}, query: $code) { nodes { ${CARD} } }
    byEnd: giftCards(first: ${FOUND_CARDS}, query: $end) { nodes { ${CARD} } }
    newest: giftCards(first: ${NEWEST_CARDS}, sortKey: ID, reverse: true) { nodes { ${CARD} } }
  }`,
  6 + 2 * (2 * FOUND_CARDS + NEWEST_CARDS),
  z.object({ byCode: Found, byEnd: Found, newest: Found }),
);

export const lastChanged = operation(
  `query lastChangedCards($after: String) {
    giftCards(first: ${CARDS_PER_PAGE}, after: $after, sortKey: UPDATED_AT, reverse: true) {
      nodes { ${CARD} } pageInfo { hasNextPage endCursor }
    }
  }`,
  PAGE_POINTS,
  Cards,
);

export const inOrder = operation(
  `query cardsInOrder($query: String!) {
    giftCards(first: ${CARDS_PER_PAGE}, query: $query, sortKey: ID) {
      nodes { ${CARD} } pageInfo { hasNextPage endCursor }
    }
  }`,
  PAGE_POINTS,
  Cards,
);

const Changed = z.object({ giftCard: Card });

export const credit = operation(
  `mutation creditCard($id: ID!, $input: GiftCardCreditInput!) {
    giftCardCredit(id: $id, creditInput: $input) {
      giftCardCreditTransaction { giftCard { ${CARD} } } userErrors { code message }
    }
  }`,
  MUTATION_POINTS,
  z.object({
    giftCardCredit: z.object({
      giftCardCreditTransaction: Changed.nullable(),
      userErrors: UserErrors,
    }),
  }),
);

export const debit = operation(
  `mutation debitCard($id: ID!, $input: GiftCardDebitInput!) {
    giftCardDebit(id: $id, debitInput: $input) {
      giftCardDebitTransaction { giftCard { ${CARD} } } userErrors { code message }
    }
  }`,
  MUTATION_POINTS,
  z.object({
    giftCardDebit: z.object({
      giftCardDebitTransaction: Changed.nullable(),
      userErrors: UserErrors,
    }),
  }),
);

export const transactions = operation(
  `query cardTransactions($id: ID!, $after: String) {
    giftCard(id: $id) {
      transactions(first: ${TRANSACTIONS_PER_PAGE}, after: $after, reverse: true) {
        nodes { note } pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  3 + TRANSACTIONS_PER_PAGE,
  z.object({
    giftCard: z
      .object({
        transactions: z
          .object({ nodes: z.array(z.object({ note: z.string().nullable() })), pageInfo: Page })
          .nullable(),
      })
      .nullable(),
  }),
);

export const deactivate = operation(
  `mutation deactivateCard($id: ID!) {
    giftCardDeactivate(id: $id) { giftCard { enabled } userErrors { code message } }
  }`,
  MUTATION_POINTS,
  z.object({
    giftCardDeactivate: z.object({
      giftCard: z.object({ enabled: z.boolean() }).nullable(),
      userErrors: UserErrors,
    }),
  }),
);
