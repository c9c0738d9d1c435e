import { z } from "zod";
import type { Customer } from "../customers/customers";
import { isCleanText } from "../text";
import { BY_CURSOR, ShownInstant, Uuid } from "./fields";
import { byCardUuid, presented, presentedPage } from "./shapes";

export const CustomerParams = z.strictObject({ id: Uuid });

/** An email or its beginning, as typed; empty counts as absent. */
export const Beginning = z
  .string()
  .max(254)
  .refine(isCleanText, "must be valid Unicode")
  .transform((typed) => typed.trim() || undefined);

export const ListCustomersQuery = z.strictObject({
  ...BY_CURSOR,
  q: Beginning.optional(),
});

export const HistoryQuery = z.strictObject(BY_CURSOR);

// A sum of balances can exceed the maximum balance of one card.
const BALANCE = { currency: z.string(), balanceCents: z.number().min(0) };

const CustomerView = z.object({
  id: z.guid(),
  email: z.string(),
  since: ShownInstant,
  cards: z.int(),
  /** Whether they own more cards than the sums include. */
  hasMoreCards: z.boolean(),
  /** Gift card balances that can be redeemed today, by currency. */
  balances: z.array(z.object(BALANCE)),
  storeCredit: z.array(z.object({ ...BALANCE, cardUuid: z.guid() })),
  lastActivityAt: ShownInstant.nullable(),
});

const presentCustomer = ({ more, storeCredit, ...customer }: Customer) => ({
  ...customer,
  hasMoreCards: more,
  storeCredit: storeCredit.map(byCardUuid),
});

export const customerReply = presented(CustomerView, presentCustomer);

export const customersReply = presentedPage("customers", CustomerView, presentCustomer, {
  total: z.int().nullable(),
});
