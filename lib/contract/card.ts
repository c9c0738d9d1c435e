import { z } from "zod";
import { maskCode, unsealCode } from "../cards/code";
import type { NewCard } from "../cards/create";
import type { Activation } from "../cards/movements";
import { CARD_STATUSES, CARD_TYPES } from "../db/schema/cards";
import type { CardWithHistory } from "../history/read-card";
import type { Card, CardStatus, MovementResult } from "../ledger/records";
import {
  AmountCents,
  Currency,
  Email,
  Instant,
  iso,
  Note,
  PAGING,
  Pin,
  ReferenceId,
  StoreCardCode,
  Uuid,
  withOffset,
} from "./fields";
import {
  inBothShapes,
  inSnakeCase,
  NullableTotal,
  type Reader,
  refuse,
  type ShapedSchema,
  shapedPageReply,
  shapedReply,
} from "./shapes";
import { presentTransaction, TransactionView } from "./transaction";

export const CardType = z.enum(CARD_TYPES);
const CurrencyView = z.string().meta({ example: "USD" });
const BalanceCents = z.int().min(0).meta({ description: "In minor units.", example: 2500 });
const EmailView = z.string().nullable().meta({ format: "email" });
const ExpiresOn = z.iso.date().nullable().meta({
  description: "The last day on which the balance can be redeemed, in the store's time zone.",
});

const CodeView = z.string().meta({
  description:
    "Masked except for its end (`•••• •••• •••• HC4F`) unless the key has the scope `codes:read`, or this is the response that creates the card. An imported code shows its last 2 characters.",
  example: "7KQM-2XWP-9RTB-HC4F",
});

const StatusA = z.enum(CARD_STATUSES);
const StatusB = z.enum(["unactivated", "active", "disabled"]);
const statusB = (status: CardStatus): z.input<typeof StatusB> =>
  status === "inactive" ? "unactivated" : status;

export const CardA = z
  .strictObject({
    uuid: z.uuid(),
    code: CodeView,
    currency: CurrencyView,
    balanceCents: BalanceCents,
    status: StatusA,
    cardType: CardType,
    ownerEmail: EmailView,
    merchantId: z.uuid(),
    expiresOn: ExpiresOn,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "CardA", description: "A gift card (Shape A)." });

export const CardB = z
  .strictObject({ id: z.uuid(), ...inSnakeCase({ ...CardA.shape, status: StatusB }) })
  .meta({ id: "CardB", description: "A gift card (Shape B)." });

const codeOf = (card: Card, { seesCodes }: Reader): string =>
  seesCodes ? unsealCode(card) : maskCode(unsealCode(card));

export const presentCardA = (card: Card, reader: Reader): z.input<typeof CardA> => ({
  uuid: card.id,
  code: codeOf(card, reader),
  currency: card.currency,
  balanceCents: card.balanceCents,
  status: card.status,
  cardType: card.cardType,
  ownerEmail: card.ownerEmail,
  merchantId: card.merchantId,
  expiresOn: card.expiresOn,
  createdAt: iso(card.createdAt),
  updatedAt: iso(card.updatedAt),
});

const presentCardB = (card: Card, reader: Reader): z.input<typeof CardB> => ({
  id: card.id,
  ...inSnakeCase({ ...presentCardA(card, reader), status: statusB(card.status) }),
});

export const cardReply = shapedReply<{ card: Card }>()({
  A: [CardA, ({ card }, reader) => presentCardA(card, reader)],
  B: [CardB, ({ card }, reader) => presentCardB(card, reader)],
});

const historyFields = {
  transactions: z.array(TransactionView).meta({ description: "The latest ten." }),
  hasMoreTransactions: z.boolean(),
};

const presentHistory = ({ transactions, hasMoreTransactions }: CardWithHistory) => ({
  transactions: transactions.map(presentTransaction),
  hasMoreTransactions,
});

export const cardWithHistoryReply = shapedReply<CardWithHistory>()({
  A: [
    z.strictObject({ ...CardA.shape, ...historyFields }).meta({ id: "CardWithHistoryA" }),
    (read, reader) => ({ ...presentCardA(read.card, reader), ...presentHistory(read) }),
  ],
  B: [
    z.strictObject({ ...CardB.shape, ...historyFields }).meta({ id: "CardWithHistoryB" }),
    (read, reader) => ({ ...presentCardB(read.card, reader), ...presentHistory(read) }),
  ],
});

export const cardsReply = shapedPageReply<Card, number | null>()(
  "cards",
  {
    A: [CardA, presentCardA],
    B: [CardB, presentCardB],
  },
  NullableTotal,
);

/** Shape A response to a credit, load, debit or store credit. */
export const MovementA = z.strictObject({ card: CardA, transaction: TransactionView });

/** Shape B response to a credit or load. */
export const MovementB = z.strictObject({ card: CardB, transaction: TransactionView });

export const presentMovementA = (
  { card, transaction }: MovementResult,
  reader: Reader,
): z.input<typeof MovementA> => ({
  card: presentCardA(card, reader),
  transaction: presentTransaction(transaction),
});

export const presentMovementB = (
  { card, transaction }: MovementResult,
  reader: Reader,
): z.input<typeof MovementB> => ({
  card: presentCardB(card, reader),
  transaction: presentTransaction(transaction),
});

export const movementReply = shapedReply<MovementResult>()({
  A: [MovementA, presentMovementA],
  B: [MovementB, presentMovementB],
});

export const debitReply = shapedReply<MovementResult>()({
  A: [MovementA, presentMovementA],
  B: [
    z
      .strictObject({
        uuid: z.uuid(),
        previousBalanceCents: BalanceCents,
        newBalanceCents: BalanceCents,
        currency: CurrencyView,
      })
      .meta({ id: "DebitB" }),
    ({ card, previousBalanceCents }) => ({
      uuid: card.id,
      previousBalanceCents,
      newBalanceCents: card.balanceCents,
      currency: card.currency,
    }),
  ],
});

const balanceFields = { uuid: z.uuid(), balanceCents: BalanceCents, currency: CurrencyView };

const presentBalance = ({ id, balanceCents, currency }: Card) => ({
  uuid: id,
  balanceCents,
  currency,
});

export const balanceReply = shapedReply<Card>()({
  A: [
    z.strictObject({ ...balanceFields, status: StatusA }).meta({ id: "BalanceA" }),
    (card) => ({ ...presentBalance(card), status: card.status }),
  ],
  B: [
    z.strictObject({ ...balanceFields, status: StatusB }).meta({ id: "BalanceB" }),
    (card) => ({ ...presentBalance(card), status: statusB(card.status) }),
  ],
});

export const claimReply = shapedReply<{ card: Card }>()({
  A: [CardA, ({ card }, reader) => presentCardA(card, reader)],
  B: [
    z
      .strictObject({
        uuid: z.uuid(),
        email: z.string().meta({ format: "email" }),
        balanceCents: BalanceCents,
        expiresOn: ExpiresOn,
      })
      .meta({ id: "ClaimB" }),
    ({ card }) => ({
      uuid: card.id,
      email: card.ownerEmail ?? "",
      balanceCents: card.balanceCents,
      expiresOn: card.expiresOn,
    }),
  ],
});

/** An id that isn't a UUID returns 404 (parseParams). */
export const CardParams = z.strictObject({ uuid: Uuid });

export const ListCardsQuery = z
  .strictObject({
    ...PAGING,
    status: z
      .enum([...CARD_STATUSES, "unactivated"])
      .transform((status) => (status === "unactivated" ? "inactive" : status))
      .optional(),
    cardType: CardType.optional(),
    ownerEmail: Email.optional(),
    batchId: Uuid.optional(),
    updatedSince: Instant.optional().meta({
      description: "Changed at or after this time, at most 31 days ago; oldest change first.",
    }),
  })
  .transform(withOffset)
  .transform((query, context) => {
    if (query.updatedSince && query.offset > 0) {
      refuse(context, "offset", "can't be combined with updatedSince; use the cursor");
    }
    return query;
  });

export const CreateCardBody: ShapedSchema<NewCard> = {
  A: z.strictObject({
    currency: Currency,
    cardType: CardType.default("digital"),
    ownerEmail: Email.optional(),
  }),
  B: z.strictObject({ currency: Currency, cardType: CardType, ownerEmail: Email.optional() }),
};

const activationFields = {
  amountCents: AmountCents,
  consumerEmail: Email.optional().meta({ description: "Claims the card for this consumer." }),
};

export const ActivateBody: ShapedSchema<Omit<Activation, "cardId">> = {
  A: z.strictObject({ ...activationFields, currency: Currency.optional() }),
  B: z.strictObject({ ...activationFields, currency: Currency }),
};

/** The body of a debit or a credit. */
export const MovementBody = inBothShapes(
  z.strictObject({
    amountCents: AmountCents,
    note: Note.optional(),
    referenceId: ReferenceId.optional(),
  }),
);

export const LoadBody = inBothShapes(
  z
    .strictObject({
      code: StoreCardCode.optional(),
      cardUuid: Uuid.optional(),
      amountCents: AmountCents,
      currency: Currency.optional(),
      note: Note.optional(),
      referenceId: ReferenceId.optional(),
    })
    .meta({ example: { code: "7KQM-2XWP-9RTB-HC4F", amountCents: 2500, note: "At the counter" } })
    .transform(({ cardUuid, ...load }, context) => {
      if ((load.code === undefined) === (cardUuid === undefined)) {
        refuse(context, "code", "give either code or cardUuid");
      }
      return { ...load, cardId: cardUuid };
    }),
);

export const LookupBody = inBothShapes(z.strictObject({ code: StoreCardCode }));

/** The claimant can come from Scrip-Consumer instead, so a claim may have no body. */
export const ClaimBody = inBothShapes(
  z.strictObject({
    email: Email.optional().meta({
      description: "The consumer, who gets an email with a magic link.",
    }),
    claimCode: StoreCardCode.optional().meta({
      description: "The code of this card.",
    }),
    pin: Pin.optional().meta({
      description:
        "The PIN of an imported card, which a `claimCode` needs unless the key has the scope `money:write`.",
    }),
  }),
);
