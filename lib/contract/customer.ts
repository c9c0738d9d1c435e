import { z } from "zod";
import type { Balance } from "../customers/balances";
import type { Customer, CustomerPage } from "../customers/customers";
import { isCleanText } from "../text";
import { iso, PAGING, Uuid } from "./fields";
import { sameInBoth } from "./shapes";

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

export const CustomerView = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  since: z.iso.datetime(),
  cards: z.int(),
  /** Whether they own more cards than were added up. */
  hasMoreCards: z.boolean(),
  /** What their gift cards can be spent for today, by currency. */
  balances: z.array(z.strictObject(BALANCE)),
  storeCredit: z.array(z.strictObject({ ...BALANCE, cardUuid: z.uuid() })),
  lastActivityAt: z.iso.datetime().nullable(),
});

const presentBalance = ({ currency, balanceCents }: Balance) => ({ currency, balanceCents });

const presentCustomer = (customer: Customer): z.input<typeof CustomerView> => ({
  id: customer.id,
  email: customer.email,
  since: iso(customer.since),
  cards: customer.cards,
  hasMoreCards: customer.more,
  balances: customer.balances.map(presentBalance),
  storeCredit: customer.storeCredit.map((credit) => ({
    ...presentBalance(credit),
    cardUuid: credit.cardId,
  })),
  lastActivityAt: customer.lastActivityAt && iso(customer.lastActivityAt),
});

export const customerReply = sameInBoth(CustomerView, presentCustomer);

export const CustomersView = z.strictObject({
  customers: z.array(CustomerView),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

export const customersReply = sameInBoth(
  CustomersView,
  ({ items, total, nextCursor }: CustomerPage) => ({
    customers: items.map(presentCustomer),
    total,
    nextCursor,
  }),
);
