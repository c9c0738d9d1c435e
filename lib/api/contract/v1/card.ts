import { z } from "zod";
import {
  AmountCents,
  CURRENCY_PATTERN,
  Currency,
  Email,
  Instant,
  iso,
  PAGING,
  StoreCardCode,
  Uuid,
  withOffset,
} from "@/lib/api/contract/fields";
import { Metadata, MetadataFilter, MetadataView, NOTED_FIELDS } from "@/lib/api/contract/metadata";
import {
  exactlyOne,
  inBothShapes,
  inSnakeCase,
  NullableTotal,
  type Reader,
  refuse,
  type ShapedSchema,
  shapedPageReply,
  shapedReply,
} from "@/lib/api/contract/shapes";
import { CARD_STATUSES, CARD_TYPES } from "@/lib/db/schema/cards";
import type { Activation } from "@/lib/domain/cards/activate";
import { maskCode, unsealCode } from "@/lib/domain/cards/code";
import type { NewCard } from "@/lib/domain/cards/create";
import type { CardWithHistory } from "@/lib/domain/transactions/read-card";
import type { Card, CardStatus, MovementResult } from "@/lib/ledger/post/records";
import { presentTransaction, TransactionView } from "./transaction";

export const CardType = z.enum(CARD_TYPES);
export const CurrencyView = z.string().meta({ pattern: CURRENCY_PATTERN, example: "USD" });
export const BalanceCents = z.int().min(0).meta({ description: "In minor units.", example: 2500 });
export const AvailableCents = z
  .int()
  .min(0)
  .meta({ description: "The balance minus holds, in minor units.", example: 2500 });
const EmailView = z.string().nullable().meta({ format: "email" });
export const ExpiresOn = z.iso.date().nullable().meta({
  description:
    "The last day the balance can be redeemed, in the store's time zone. Null if the card never expires.",
});

const CodeView = z.string().meta({
  description:
    "The card's code, masked except for its last characters (`•••• •••• •••• HC4F`). For an imported code, only the last 2 characters are shown. The full code is in the response that creates the card, and in responses to keys with the scope `codes:read`.",
  example: "7KQM-2XWP-9RTB-HC4F",
});

const StatusA = z.enum(CARD_STATUSES);
const StatusB = z.enum(["unactivated", "active", "disabled"]);
const statusB = (status: CardStatus): z.input<typeof StatusB> =>
  status === "inactive" ? "unactivated" : status;

/** What a card shows in addition to its status, which stays one of three. */
const CARD_STATE_FIELDS = {
  frozen: z.boolean().meta({
    description:
      "Whether the card is frozen. You can't use the balance of a frozen card, but you can add money.",
  }),
  frozenReason: z.string().nullable(),
  replacedBy: z.uuid().nullable().meta({
    description: "The ID of the card that replaced this one.",
  }),
};

const presentCardState = ({ frozenReason, replacedById }: Card) => ({
  frozen: frozenReason != null,
  frozenReason: frozenReason || null,
  replacedBy: replacedById ?? null,
});

export const CardA = z
  .strictObject({
    uuid: z.uuid(),
    code: CodeView,
    currency: CurrencyView,
    balanceCents: BalanceCents,
    availableCents: AvailableCents,
    status: StatusA,
    cardType: CardType,
    ownerEmail: EmailView,
    merchantId: z.uuid(),
    expiresOn: ExpiresOn,
    ...CARD_STATE_FIELDS,
    metadata: MetadataView,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "CardA", description: "A gift card (shape A)." });

export const CardB = z
  .strictObject({ id: z.uuid(), ...inSnakeCase({ ...CardA.shape, status: StatusB }) })
  .meta({ id: "CardB", description: "A gift card (shape B)." });

const codeOf = (card: Card, { seesCodes }: Reader): string =>
  seesCodes ? unsealCode(card) : (card.maskedCode ?? maskCode(unsealCode(card)));

export const availableCentsOf = ({ availableCents, balanceCents }: Card): number =>
  availableCents ?? balanceCents;

export const presentCardA = (card: Card, reader: Reader): z.input<typeof CardA> => ({
  uuid: card.id,
  code: codeOf(card, reader),
  currency: card.currency,
  balanceCents: card.balanceCents,
  availableCents: availableCentsOf(card),
  status: card.status,
  cardType: card.cardType,
  ownerEmail: card.ownerEmail,
  merchantId: card.merchantId,
  expiresOn: card.expiresOn,
  ...presentCardState(card),
  metadata: card.metadata ?? {},
  createdAt: iso(card.createdAt),
  updatedAt: iso(card.updatedAt),
});

export const presentCardB = (card: Card, reader: Reader): z.input<typeof CardB> => ({
  id: card.id,
  ...inSnakeCase({ ...presentCardA(card, reader), status: statusB(card.status) }),
});

export const cardReply = shapedReply<{ card: Card }>()({
  A: [CardA, ({ card }, reader) => presentCardA(card, reader)],
  B: [CardB, ({ card }, reader) => presentCardB(card, reader)],
});

const historyFields = {
  transactions: z.array(TransactionView).meta({ description: "The latest 10 transactions." }),
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

const balanceFields = {
  uuid: z.uuid(),
  balanceCents: BalanceCents,
  availableCents: AvailableCents,
  currency: CurrencyView,
};

const presentBalance = (card: Card) => ({
  uuid: card.id,
  balanceCents: card.balanceCents,
  availableCents: availableCentsOf(card),
  currency: card.currency,
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
    metadata: MetadataFilter.optional(),
    updatedSince: Instant.optional().meta({
      description:
        "Only cards that changed at or after this time, oldest change first. At most 31 days ago.",
    }),
  })
  .transform(withOffset)
  .transform((query, context) => {
    if (query.updatedSince && query.offset > 0) {
      refuse(context, "offset", "can't be combined with updatedSince; use the cursor");
    }
    return query;
  });

const newCardFields = {
  currency: Currency,
  ownerEmail: Email.optional(),
  metadata: Metadata.optional(),
};

export const CreateCardBody: ShapedSchema<NewCard> = {
  A: z.strictObject({ ...newCardFields, cardType: CardType.default("digital") }),
  B: z.strictObject({ ...newCardFields, cardType: CardType }),
};

const activationFields = {
  amountCents: AmountCents.optional().meta({
    description:
      "Required unless the card's batch has an amount, which is printed on the card: then it defaults to that, and " +
      "another one is refused with amount_not_allowed.",
  }),
  consumerEmail: Email.optional().meta({ description: "Assigns the card to this consumer." }),
  ...NOTED_FIELDS,
};

export const ActivateBody: ShapedSchema<Omit<Activation, "cardId">> = {
  A: z.strictObject({ ...activationFields, currency: Currency.optional() }),
  B: z.strictObject({ ...activationFields, currency: Currency }),
};

export const movementFields = { amountCents: AmountCents, ...NOTED_FIELDS };

export const byCodeFields = {
  code: StoreCardCode.optional(),
  cardUuid: Uuid.optional(),
  currency: Currency.optional(),
  ...movementFields,
};

/** Renames `cardUuid` to `cardId`. Refuses a body with both or neither of `code` and `cardUuid`. */
export const withCardId = <T extends { code?: string | undefined; cardUuid?: string | undefined }>(
  { cardUuid, ...body }: T,
  context: z.RefinementCtx<T>,
) => {
  if ((body.code === undefined) === (cardUuid === undefined)) {
    refuse(context, "code", "send either code or cardUuid");
  }
  return { ...body, cardId: cardUuid };
};

export const LoadBody = inBothShapes(
  z
    .strictObject(byCodeFields)
    .meta({
      ...exactlyOne("code", "cardUuid"),
      example: { code: "7KQM-2XWP-9RTB-HC4F", amountCents: 2500, note: "At the counter" },
    })
    .transform(withCardId),
);

export const LookupBody = inBothShapes(z.strictObject({ code: StoreCardCode }));
