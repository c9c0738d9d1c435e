import { z } from "zod";

/** The Admin API version. Each one is supported for at least a year. */
export const API_VERSION = "2026-10";

const CARDS_PER_PAGE = 50;
const FOUND_CARD_COUNT = 10;
const NEWEST_CARD_COUNT = 50;
const TRANSACTIONS_PER_PAGE = 50;

const CARD_FIELDS = "id enabled note expiresOn updatedAt balance { amount currencyCode }";

const Card = z.object({
  id: z.string(),
  enabled: z.boolean(),
  note: z.string().nullable(),
  expiresOn: z.string().nullable(),
  updatedAt: z.coerce.date(),
  balance: z.object({ amount: z.string(), currencyCode: z.string() }),
});
export type ShopifyCard = z.infer<typeof Card>;

const Page = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const CardNodes = z.object({ nodes: z.array(Card) });

const UserErrors = z.array(
  z.object({ code: z.string().nullable().default(null), message: z.string() }),
);
/** The response of a mutation: its result, or the errors if there is none. */
export type MutationResult<Result> = {
  result: Result | null;
  userErrors: z.infer<typeof UserErrors>;
};

/** An Admin API operation. `points` is an estimate, used until the first response reports the cost. */
export type Operation<Reply> = {
  name: string;
  document: string;
  reply: z.ZodType<Reply>;
  points: number;
  /** Whether it leaves points for other calls. Changes do; scans for redemptions don't. */
  patient: boolean;
};

const IMPATIENT_OPERATIONS = ["check", "lastChangedCards", "cardsInOrder"];

const operation = <Reply>(
  document: string,
  points: number,
  reply: z.ZodType<Reply>,
): Operation<Reply> => {
  const name = /(?:query|mutation) (\w+)/.exec(document)?.[1] ?? "";
  return { name, document, reply, points, patient: !IMPATIENT_OPERATIONS.includes(name) };
};

// Estimated from Shopify's published costs: 10 per mutation, 1 per object, and page size times its
// objects.
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

const mutation = <Result>(
  declaration: string,
  call: string,
  selection: string,
  result: z.ZodType<Result>,
  errorFields = "code message",
): Operation<MutationResult<Result>> =>
  operation(
    `mutation ${declaration} {
      changed: ${call} { result: ${selection} userErrors { ${errorFields} } }
    }`,
    MUTATION_POINTS,
    z
      .object({ changed: z.object({ result: result.nullable(), userErrors: UserErrors }) })
      .transform(({ changed }) => changed),
  );

export const create = mutation(
  "createCard($input: GiftCardCreateInput!)",
  "giftCardCreate(input: $input)",
  `giftCard { ${CARD_FIELDS} }`,
  Card,
);

export const read = operation(
  `query readCard($id: ID!) { giftCard(id: $id) { ${CARD_FIELDS} } }`,
  3,
  z.object({ giftCard: Card.nullable() }),
);

/** Searches by code, by its end, and among the newest cards, because the search index may lag. */
export const find = operation(
  `query findCard($code: String!, $end: String!) {
    byCode: giftCards(first: ${FOUND_CARD_COUNT}, query: $code) { nodes { ${CARD_FIELDS} } }
    byEnd: giftCards(first: ${FOUND_CARD_COUNT}, query: $end) { nodes { ${CARD_FIELDS} } }
    newest: giftCards(first: ${NEWEST_CARD_COUNT}, sortKey: ID, reverse: true) { nodes { ${CARD_FIELDS} } }
  }`,
  6 + 2 * (2 * FOUND_CARD_COUNT + NEWEST_CARD_COUNT),
  z.object({ byCode: CardNodes, byEnd: CardNodes, newest: CardNodes }),
);

const pageOfCards = (declaration: string, selected: string) =>
  operation(
    `query ${declaration} {
      giftCards(first: ${CARDS_PER_PAGE}, ${selected}) {
        nodes { ${CARD_FIELDS} } pageInfo { hasNextPage endCursor }
      }
    }`,
    PAGE_POINTS,
    z.object({ giftCards: z.object({ nodes: z.array(Card), pageInfo: Page }) }),
  );

export const lastChangedCards = pageOfCards(
  "lastChangedCards($after: String)",
  "after: $after, sortKey: UPDATED_AT, reverse: true",
);

export const cardsInOrder = pageOfCards(
  "cardsInOrder($query: String!)",
  "query: $query, sortKey: ID",
);

const Transaction = z.object({ giftCard: Card });

export const credit = mutation(
  "creditCard($id: ID!, $input: GiftCardCreditInput!)",
  "giftCardCredit(id: $id, creditInput: $input)",
  `giftCardCreditTransaction { giftCard { ${CARD_FIELDS} } }`,
  Transaction,
);

export const debit = mutation(
  "debitCard($id: ID!, $input: GiftCardDebitInput!)",
  "giftCardDebit(id: $id, debitInput: $input)",
  `giftCardDebitTransaction { giftCard { ${CARD_FIELDS} } }`,
  Transaction,
);

// The only mutation whose errors have no code.
export const update = mutation(
  "updateCard($id: ID!, $input: GiftCardUpdateInput!)",
  "giftCardUpdate(id: $id, input: $input)",
  `giftCard { ${CARD_FIELDS} }`,
  Card,
  "message",
);

export const deactivate = mutation(
  "deactivateCard($id: ID!)",
  "giftCardDeactivate(id: $id)",
  "giftCard { enabled }",
  z.object({ enabled: z.boolean() }),
);

const TransactionPage = z.object({
  nodes: z.array(z.object({ note: z.string().nullable() })),
  pageInfo: Page,
});
export type TransactionPage = z.infer<typeof TransactionPage>;

/** Null if the card no longer exists. */
export const transactions = operation(
  `query cardTransactions($id: ID!, $after: String) {
    giftCard(id: $id) {
      transactions(first: ${TRANSACTIONS_PER_PAGE}, after: $after, reverse: true) {
        nodes { note } pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  3 + TRANSACTIONS_PER_PAGE,
  z
    .object({ giftCard: z.object({ transactions: TransactionPage }).nullable() })
    .transform(({ giftCard }) => giftCard?.transactions ?? null),
);
