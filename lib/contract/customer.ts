import { z } from "zod";
import type { Customer, CustomerPage } from "../customers/customers";
import { isCleanText } from "../text";
import { PAGING, ShownInstant, Uuid } from "./fields";
import { presented } from "./shapes";

export const CustomerParams = z.strictObject({ id: Uuid });

/** An e-mail address or its beginning, as typed; empty counts as absent. */
export const Beginning = z
  .string()
  .max(254)
  .refine(isCleanText, "must be valid Unicode")
  .transform((typed) => typed.trim() || undefined);

export const ListCustomersQuery = z.strictObject({
  limit: PAGING.limit,
  cursor: PAGING.cursor,
  q: Beginning.optional(),
});

export const HistoryQuery = z.strictObject({ limit: PAGING.limit, cursor: PAGING.cursor });

// Sums of cards may be larger than any one card can hold.
const BALANCE = { currency: z.string(), balanceCents: z.number().min(0) };

const CustomerView = z.object({
  id: z.guid(),
  email: z.string(),
  since: ShownInstant,
  cards: z.int(),
  /** Whether they own more cards than were added up. */
  hasMoreCards: z.boolean(),
  /** What their gift cards can be spent for today, by currency. */
  balances: z.array(z.object(BALANCE)),
  storeCredit: z.array(z.object({ ...BALANCE, cardUuid: z.guid() })),
  lastActivityAt: ShownInstant.nullable(),
});

const presentCustomer = ({ more, storeCredit, ...customer }: Customer) => ({
  ...customer,
  hasMoreCards: more,
  storeCredit: storeCredit.map(({ cardId, ...credit }) => ({ ...credit, cardUuid: cardId })),
});

export const customerReply = presented(CustomerView, presentCustomer);

const CustomersView = z.object({
  customers: z.array(CustomerView),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

export const customersReply = presented(CustomersView, ({ items, ...page }: CustomerPage) => ({
  customers: items.map(presentCustomer),
  ...page,
}));
