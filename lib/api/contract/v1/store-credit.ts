import { z } from "zod";
import {
  AmountCents,
  CURSOR_PAGING_FIELDS,
  Currency,
  Email,
  iso,
  PAGING,
  ShownInstant,
  Sum,
  Uuid,
  withOffset,
} from "@/lib/api/contract/fields";
import { NOTED_FIELDS } from "@/lib/api/contract/metadata";
import { SearchText } from "@/lib/api/contract/portal/customer";
import {
  type Reader,
  type ShapedSchema,
  samePageReply,
  sameReply,
  shapedPageReply,
  shapedReply,
  withCardUuid,
} from "@/lib/api/contract/shapes";
import { CARD_STATUSES } from "@/lib/db/schema/cards";
import type { IssuedCredit, StoreCredit } from "@/lib/domain/store-credit/issue";
import type { Wallet } from "@/lib/domain/store-credit/list";
import type { WalletWithCard } from "@/lib/domain/store-credit/read";
import type { CreditTotal } from "@/lib/domain/store-credit/totals";
import { CardA, CardB, MovementA, presentCardA, presentCardB, presentMovementA } from "./card";

const MAX_CENTS_B = 1_000_000;

const common = {
  email: Email,
  ...NOTED_FIELDS,
  source: z.enum(["manual", "refund", "referral", "promotion"]).default("manual"),
};

export const StoreCreditBody: ShapedSchema<StoreCredit> = {
  A: z.strictObject({ ...common, amountCents: AmountCents, currency: Currency }),
  B: z.strictObject({
    ...common,
    amountCents: z.int().min(1).max(MAX_CENTS_B),
    currency: Currency.default("USD"),
  }),
};

export const storeCreditReply = shapedReply<IssuedCredit>()({
  A: [MovementA, presentMovementA],
  B: [
    z
      .strictObject({
        success: z.literal(true),
        walletId: z.uuid(),
        transactionId: z.uuid(),
        creditBalanceCents: z.int().min(0),
      })
      .meta({ id: "StoreCreditB" }),
    ({ walletId, transaction, card }) => ({
      success: true as const,
      walletId,
      transactionId: transaction.id,
      creditBalanceCents: card.balanceCents,
    }),
  ],
});

const WALLET_FILTERS = {
  currency: Currency.optional(),
  email: Email.optional(),
  q: SearchText.optional(),
};

export const ListWalletsQuery = z.strictObject({ ...CURSOR_PAGING_FIELDS, ...WALLET_FILTERS });

export const ExportWalletsQuery = z.strictObject(WALLET_FILTERS);

const WalletView = z.object({
  id: z.guid(),
  customerId: z.guid(),
  email: z.string(),
  name: z.string().nullable(),
  currency: z.string(),
  balanceCents: z.int().min(0),
  availableCents: z.int().min(0),
  cardUuid: z.guid(),
  cardStatus: z.enum(CARD_STATUSES),
  cardExpiresOn: z.iso.date().nullable(),
  cardFrozen: z.boolean(),
  lastMovementAt: ShownInstant.nullable(),
});

export const walletsReply = samePageReply("wallets", WalletView, (wallet: Wallet) => ({
  ...withCardUuid(wallet),
  availableCents: wallet.availableCents ?? wallet.balanceCents,
}));

/** Columns of the store credit file, from left to right. */
export const WALLET_COLUMNS = {
  Customer: ({ email }: Wallet) => email,
  Name: ({ name }: Wallet) => name,
  Currency: ({ currency }: Wallet) => currency,
  Balance: ({ balanceCents, currency }: Wallet) => ({ amountCents: balanceCents, currency }),
  "Balance in minor units": ({ balanceCents }: Wallet) => balanceCents,
  "Card status": ({ cardStatus }: Wallet) => cardStatus,
  Expires: ({ cardExpiresOn }: Wallet) => cardExpiresOn,
  "Last activity (UTC)": ({ lastMovementAt }: Wallet) => lastMovementAt && iso(lastMovementAt),
  "Card ID": ({ cardId }: Wallet) => cardId,
  "Customer ID": ({ customerId }: Wallet) => customerId,
};

export const creditTotalsReply = sameReply(
  z.object({
    totals: z
      .array(z.object({ currency: z.string(), wallets: z.int(), balanceCents: Sum }))
      .nullable(),
  }),
  (totals: CreditTotal[] | null) => ({ totals }),
);

export const WalletParams = z.strictObject({ walletId: Uuid });

export const ListConsumerWalletsQuery = z
  .strictObject({ ...PAGING, email: Email, currency: Currency.optional() })
  .transform(withOffset);

const BalanceCents = z.int().min(0).meta({ description: "In minor units.", example: 1500 });
const consumerWalletFields = {
  walletId: z.uuid(),
  email: z.string().meta({ format: "email" }),
  currency: z.string().meta({ example: "USD" }),
};

const ConsumerWalletA = z
  .strictObject({
    ...consumerWalletFields,
    balanceCents: BalanceCents,
    card: CardA,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "WalletA", description: "A consumer's store credit in one currency (shape A)." });

const ConsumerWalletB = z
  .strictObject({
    ...consumerWalletFields,
    creditBalanceCents: BalanceCents,
    card: CardB,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "WalletB", description: "A consumer's store credit in one currency (shape B)." });

const presentConsumerWallet = ({ id, email, card, createdAt }: WalletWithCard) => ({
  walletId: id,
  email,
  currency: card.currency,
  createdAt: iso(createdAt),
});

const presentWalletA = (
  wallet: WalletWithCard,
  reader: Reader,
): z.input<typeof ConsumerWalletA> => ({
  ...presentConsumerWallet(wallet),
  balanceCents: wallet.card.balanceCents,
  card: presentCardA(wallet.card, reader),
});

const presentWalletB = (
  wallet: WalletWithCard,
  reader: Reader,
): z.input<typeof ConsumerWalletB> => ({
  ...presentConsumerWallet(wallet),
  creditBalanceCents: wallet.card.balanceCents,
  card: presentCardB(wallet.card, reader),
});

export const consumerWalletReply = shapedReply<WalletWithCard>()({
  A: [ConsumerWalletA, presentWalletA],
  B: [ConsumerWalletB, presentWalletB],
});

export const consumerWalletsReply = shapedPageReply<WalletWithCard>()("wallets", {
  A: [ConsumerWalletA, presentWalletA],
  B: [ConsumerWalletB, presentWalletB],
});
