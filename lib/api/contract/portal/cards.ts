import { z } from "zod";
import {
  AmountCents,
  CalendarDate,
  Currency,
  Email,
  Instant,
  iso,
  Note,
  NullableCount,
  PAGING,
  ReferenceId,
  SearchTerm,
  ShownInstant,
  teamText,
  Uuid,
  wholeNumber,
  withOffset,
} from "@/lib/api/contract/fields";
import {
  inBothShapes,
  PAGE_FIELDS,
  refuse,
  sameListReply,
  samePageReply,
  sameReply,
} from "@/lib/api/contract/shapes";
import { availableCentsOf, CardA, presentCardA } from "@/lib/api/contract/v1/card";
import { instantOf } from "@/lib/base/ids";
import { MAX_CENTS } from "@/lib/base/money";
import { CARD_STATUSES, CARD_TYPES } from "@/lib/db/schema/cards";
import { MAX_CARDS_AT_ONCE } from "@/lib/domain/cards/create";
import { type CardFilters, STATE_FILTERS } from "@/lib/domain/cards/filters";
import { CARD_SORTS, type CardSort, type ListedCard } from "@/lib/domain/cards/search";
import type { Card } from "@/lib/ledger/post/records";
import { metadataCell } from "./movement-file";

const DateText = z.iso.date("must be a date such as 2026-01-31");
const BalanceCents = wholeNumber(0, MAX_CENTS);

// The database reads every skipped row, so beyond this offset pages use cursors.
const MAX_OFFSET = 10_000;

const CARD_STATES = [...CARD_STATUSES, "expired", "frozen"] as const;
type CardState = (typeof CARD_STATES)[number];

const withStateFilters = <T extends { status?: CardState | undefined }>({
  status,
  ...listing
}: T) =>
  ({ ...listing, ...(status && STATE_FILTERS[status]) }) satisfies Omit<CardFilters, "search">;

/** What narrows and orders the portal's list of cards and its file alike. */
const FILTERS = {
  cardType: z.enum(CARD_TYPES).optional(),
  currency: Currency.optional(),
  ownerEmail: Email.optional(),
  batchId: Uuid.optional(),
  search: SearchTerm.optional(),
  balance: z.enum(["none", "any"]).optional(),
  minBalanceCents: BalanceCents.optional(),
  maxBalanceCents: BalanceCents.optional(),
  createdFrom: Instant.optional(),
  createdTo: Instant.optional(),
  expiresFrom: DateText.optional(),
  expiresTo: DateText.optional(),
};
const LISTING_FIELDS = {
  sort: z.enum(CARD_SORTS).default("newest"),
  status: z.enum(CARD_STATES).optional(),
  unsold: z.literal("hidden").optional(),
  ...FILTERS,
};

type Compared = Pick<CardFilters, "currency" | "minBalanceCents" | "maxBalanceCents"> & {
  sort?: CardSort | undefined;
};

/** Refuses a balance range or order without a currency: amounts in different currencies don't compare. */
const requireCurrencyForBalance = <T extends Compared>(
  listing: T,
  context: z.RefinementCtx<T>,
): T => {
  const { currency, minBalanceCents, maxBalanceCents, sort } = listing;
  const isSorted = sort === "highest" || sort === "lowest";
  if ((isSorted || (minBalanceCents ?? maxBalanceCents) !== undefined) && !currency) {
    refuse(context, "currency", `is required to ${isSorted ? "sort" : "filter"} by balance`);
  }
  return listing;
};

export const ListPortalCardsQuery = z
  .strictObject({ ...PAGING, offset: wholeNumber(0, MAX_OFFSET).optional(), ...LISTING_FIELDS })
  .transform(withOffset)
  .transform(withStateFilters)
  .transform(requireCurrencyForBalance);

export const ExportCardsQuery = z
  .strictObject(LISTING_FIELDS)
  .transform(withStateFilters)
  .transform(requireCurrencyForBalance);

export const CountCardsQuery = z.strictObject(FILTERS).transform(requireCurrencyForBalance);

/** By state; null if these cards can't be counted cheaply. */
export const cardCountsReply = sameReply(
  z.object({
    all: NullableCount,
    /** Without unsold stock. */
    circulating: NullableCount,
    active: NullableCount,
    inactive: NullableCount,
    disabled: NullableCount,
    expired: NullableCount,
  }),
);

export const currenciesReply = sameListReply("currencies", z.string());

/** A card in a list, without its code, which is shown only on demand. */
const ListedCardView = z.object({
  uuid: z.guid(),
  last4: z.string(),
  currency: z.string(),
  balanceCents: z.int(),
  availableCents: z.int(),
  status: z.enum(CARD_STATUSES),
  frozen: z.boolean(),
  cardType: z.enum(CARD_TYPES),
  ownerEmail: z.string().nullable(),
  batchId: z.guid().nullable(),
  expiresOn: z.iso.date().nullable(),
  createdAt: ShownInstant,
  /** When the balance last changed; null if it never did. */
  lastUsedAt: ShownInstant.nullable(),
});

/** `total` is null if there is no exact count. `isIncomplete`: the search may have more matches. */
export const listedCardsReply = samePageReply(
  "cards",
  ListedCardView,
  (card: ListedCard) => ({
    ...card,
    uuid: card.id,
    last4: card.codeLast4,
    availableCents: availableCentsOf(card),
    frozen: card.frozenReason !== null,
    lastUsedAt: card.lastMovementId && instantOf(card.lastMovementId),
  }),
  { ...PAGE_FIELDS, total: z.int().nullable(), isIncomplete: z.boolean() },
);

/** Activation in the portal. */
export const ActivateByHandBody = inBothShapes(
  z.strictObject({
    amountCents: AmountCents.optional(),
    /** Sells the card for another amount than is printed on it. */
    anyAmount: z.boolean().optional(),
    consumerEmail: Email.optional(),
    note: Note.optional(),
    referenceId: ReferenceId.optional(),
  }),
);

export const CreateCardsBody = inBothShapes(
  z
    .strictObject({
      count: z.int().min(1).max(MAX_CARDS_AT_ONCE),
      currency: Currency,
      cardType: z.enum(CARD_TYPES).default("digital"),
      ownerEmail: Email.optional(),
      amountCents: AmountCents.optional(),
      note: Note.optional(),
    })
    .transform((newCards, context) => {
      if (newCards.ownerEmail && newCards.count > 1) {
        refuse(context, "ownerEmail", "is available only for a single card");
      }
      if (newCards.note && newCards.amountCents === undefined) {
        refuse(context, "note", "must be sent with an amount");
      }
      return newCards;
    }),
);

/** The new cards with their codes, for the person who created them to hand out. */
export const createdCardsReply = sameReply(
  z.object({ cards: z.array(CardA) }),
  ({ cards }: { cards: Card[] }) => ({
    cards: cards.map((card) => presentCardA(card, { seesCodes: true })),
  }),
);

export const EditCardBody = inBothShapes(
  z.strictObject({ expiresOn: CalendarDate.nullable().optional(), note: teamText(2_000) }),
);

/** What only the team sees of a card. */
export const cardDetailsReply = sameReply(
  z.object({
    note: z.string().nullable(),
    emailedAt: ShownInstant.nullable(),
    /** What the card is sold for, as printed on it; null for any amount. */
    denominationCents: z.int().nullable(),
  }),
);

export const emailedCardReply = sameReply(z.object({ email: z.string() }));

export const cardCodeReply = sameReply(z.object({ code: z.string() }));

/** Columns of the card file, from left to right. */
export const CARD_COLUMNS = {
  "Card ending in": ({ codeLast4 }: ListedCard) => codeLast4,
  Status: ({ status }: ListedCard) => status,
  Type: ({ cardType }: ListedCard) => cardType,
  "Store credit": ({ isStoreCredit }: ListedCard) => (isStoreCredit ? "yes" : "no"),
  Currency: ({ currency }: ListedCard) => currency,
  Balance: ({ balanceCents, currency }: ListedCard) => ({ amountCents: balanceCents, currency }),
  "Balance in minor units": ({ balanceCents }: ListedCard) => balanceCents,
  Customer: ({ ownerEmail }: ListedCard) => ownerEmail,
  Expires: ({ expiresOn }: ListedCard) => expiresOn,
  "Created (UTC)": ({ createdAt }: ListedCard) => iso(createdAt),
  Metadata: ({ metadata }: ListedCard) => metadataCell(metadata),
  "Batch ID": ({ batchId }: ListedCard) => batchId,
  "Card ID": ({ id }: ListedCard) => id,
};
