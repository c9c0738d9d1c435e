import { z } from "zod";
import { CARD_STATUSES } from "../db/schema/cards";
import type { Wallet } from "../store-credit/list";
import type { CreditTotal } from "../store-credit/totals";
import { Beginning } from "./customer";
import { Currency, Email, PAGING, ShownInstant } from "./fields";
import { presented } from "./shapes";

export const ListWalletsQuery = z.strictObject({
  limit: PAGING.limit,
  cursor: PAGING.cursor,
  currency: Currency.optional(),
  email: Email.optional(),
  q: Beginning.optional(),
});

export const walletsReply = presented(
  z.object({
    wallets: z.array(
      z.object({
        id: z.guid(),
        customerId: z.guid(),
        email: z.string(),
        currency: z.string(),
        balanceCents: z.int().min(0),
        cardUuid: z.guid(),
        cardStatus: z.enum(CARD_STATUSES),
        cardExpiresOn: z.iso.date().nullable(),
        lastMovementAt: ShownInstant.nullable(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  ({ items, nextCursor }: { items: Wallet[]; nextCursor: string | null }) => ({
    wallets: items.map(({ cardId, ...wallet }) => ({ ...wallet, cardUuid: cardId })),
    nextCursor,
  }),
);

export const creditTotalsReply = presented(
  z.object({
    totals: z
      .array(z.object({ currency: z.string(), wallets: z.int(), balanceCents: z.number().min(0) }))
      .nullable(),
  }),
  (totals: CreditTotal[] | null) => ({ totals }),
);
