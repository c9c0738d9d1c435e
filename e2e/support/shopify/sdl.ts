import { buildSchema } from "graphql";

/** The part of Shopify's Admin API that Scrip uses, under Shopify's names. */
export const schema = buildSchema(`
  scalar Date
  scalar DateTime
  scalar Decimal

  type Query {
    shop: Shop!
    currentAppInstallation: AppInstallation!
    giftCard(id: ID!): GiftCard
    giftCards(first: Int, after: String, query: String, reverse: Boolean = false,
      sortKey: GiftCardSortKeys = ID): GiftCardConnection!
  }

  type Mutation {
    giftCardCreate(input: GiftCardCreateInput!): GiftCardCreatePayload
    giftCardCredit(id: ID!, creditInput: GiftCardCreditInput!): GiftCardCreditPayload
    giftCardDebit(id: ID!, debitInput: GiftCardDebitInput!): GiftCardDebitPayload
    giftCardUpdate(id: ID!, input: GiftCardUpdateInput!): GiftCardUpdatePayload
    giftCardDeactivate(id: ID!): GiftCardDeactivatePayload
  }

  type Shop { name: String!, currencyCode: String! }
  type AppInstallation { accessScopes: [AccessScope!]! }
  type AccessScope { handle: String! }
  type MoneyV2 { amount: Decimal!, currencyCode: String! }
  input MoneyInput { amount: Decimal!, currencyCode: String! }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
  enum GiftCardSortKeys { ID UPDATED_AT }

  type GiftCard {
    id: ID!
    enabled: Boolean!
    note: String
    lastCharacters: String!
    expiresOn: Date
    updatedAt: DateTime!
    balance: MoneyV2!
    transactions(first: Int, after: String, reverse: Boolean = false): GiftCardTransactionConnection
  }
  type GiftCardConnection { nodes: [GiftCard!]!, pageInfo: PageInfo! }

  interface GiftCardTransaction { id: ID!, note: String, amount: MoneyV2!, giftCard: GiftCard! }
  type GiftCardCreditTransaction implements GiftCardTransaction {
    id: ID!, note: String, amount: MoneyV2!, giftCard: GiftCard!
  }
  type GiftCardDebitTransaction implements GiftCardTransaction {
    id: ID!, note: String, amount: MoneyV2!, giftCard: GiftCard!
  }
  type GiftCardTransactionConnection { nodes: [GiftCardTransaction!]!, pageInfo: PageInfo! }

  input GiftCardCreateInput { code: String, initialValue: Decimal!, expiresOn: Date, note: String }
  input GiftCardUpdateInput { expiresOn: Date, note: String }
  input GiftCardCreditInput { creditAmount: MoneyInput!, note: String }
  input GiftCardDebitInput { debitAmount: MoneyInput!, note: String }

  type UserError { field: [String!], message: String! }
  type CodedUserError { code: String, field: [String!], message: String! }
  type GiftCardCreatePayload {
    giftCard: GiftCard, giftCardCode: String, userErrors: [CodedUserError!]!
  }
  type GiftCardCreditPayload {
    giftCardCreditTransaction: GiftCardCreditTransaction, userErrors: [CodedUserError!]!
  }
  type GiftCardDebitPayload {
    giftCardDebitTransaction: GiftCardDebitTransaction, userErrors: [CodedUserError!]!
  }
  type GiftCardUpdatePayload { giftCard: GiftCard, userErrors: [UserError!]! }
  type GiftCardDeactivatePayload { giftCard: GiftCard, userErrors: [CodedUserError!]! }
`);
