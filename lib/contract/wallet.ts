import { z } from "zod";
import { CARD_STATUSES } from "../db/schema/cards";
import type { Wallet } from "../store-credit/list";
import type { CreditTotal } from "../store-credit/totals";
import { Beginning } from "./customer";
import { Currency, Email, iso, PAGING } from "./fields";
import { sameInBoth } from "./shapes";

export const ListWalletsQuery = z.strictObject({
  limit: PAGING.limit,
  cursor: PAGING.cursor,
  currency: Currency.optional(),
  email: Email.optional(),
  q: Beginning.optional(),
});

export const WalletView = z.strictObject({
  id: z.uuid(),
  customerId: z.uuid(),
  email: z.string(),
  currency: z.string(),
  balanceCents: z.int().min(0),
  cardUuid: z.uuid(),
  cardStatus: z.enum(CARD_STATUSES),
  cardExpiresOn: z.iso.date().nullable(),
  lastMovementAt: z.iso.datetime().nullable(),
});

export const WalletsView = z.strictObject({
  wallets: z.array(WalletView),
  nextCursor: z.string().nullable(),
});

export const walletsReply = sameInBoth(
  WalletsView,
  ({ items, nextCursor }: { items: Wallet[]; nextCursor: string | null }) => ({
    wallets: items.map(({ cardId, lastMovementAt, ...wallet }) => ({
      ...wallet,
      cardUuid: cardId,
      lastMovementAt: lastMovementAt && iso(lastMovementAt),
    })),
    nextCursor,
  }),
);

export const CreditTotalsView = z.strictObject({
  totals: z
    .array(
      z.strictObject({ currency: z.string(), wallets: z.int(), balanceCents: z.number().min(0) }),
    )
    .nullable(),
});

export const creditTotalsReply = sameInBoth(CreditTotalsView, (totals: CreditTotal[] | null) => ({
  totals,
}));
