import { z } from "zod";
import { CARD_STATUSES } from "../db/schema/cards";
import type { IssuedCredit, StoreCredit } from "../store-credit/issue";
import type { Wallet } from "../store-credit/list";
import type { CreditTotal } from "../store-credit/totals";
import { MovementA, presentMovementA } from "./card";
import { EmailPrefix } from "./customer";
import {
  AmountCents,
  CURSOR_PAGING_FIELDS,
  Currency,
  Email,
  Note,
  ShownInstant,
  Sum,
} from "./fields";
import { type ShapedSchema, samePageReply, sameReply, shapedReply, withCardUuid } from "./shapes";

const MAX_CENTS_B = 1_000_000;

const common = {
  email: Email,
  note: Note.optional(),
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

export const ListWalletsQuery = z.strictObject({
  ...CURSOR_PAGING_FIELDS,
  currency: Currency.optional(),
  email: Email.optional(),
  q: EmailPrefix.optional(),
});

const WalletView = z.object({
  id: z.guid(),
  customerId: z.guid(),
  email: z.string(),
  currency: z.string(),
  balanceCents: z.int().min(0),
  cardUuid: z.guid(),
  cardStatus: z.enum(CARD_STATUSES),
  cardExpiresOn: z.iso.date().nullable(),
  lastMovementAt: ShownInstant.nullable(),
});

export const walletsReply = samePageReply("wallets", WalletView, withCardUuid<Wallet>);

export const creditTotalsReply = sameReply(
  z.object({
    totals: z
      .array(z.object({ currency: z.string(), wallets: z.int(), balanceCents: Sum }))
      .nullable(),
  }),
  (totals: CreditTotal[] | null) => ({ totals }),
);
