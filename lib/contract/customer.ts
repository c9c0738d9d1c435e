import { z } from "zod";
import type { Customer } from "../customers/customers";
import { isCleanText } from "../text";
import { CURSOR_PAGING_FIELDS, ShownInstant, Sum, Uuid } from "./fields";
import { samePageReply, sameReply, withCardUuid } from "./shapes";

export const CustomerParams = z.strictObject({ id: Uuid });

/** An email or its beginning, as typed; empty counts as absent. */
export const EmailPrefix = z
  .string()
  .max(254)
  .refine(isCleanText, "must be valid Unicode")
  .transform((typed) => typed.trim() || undefined);

export const ListCustomersQuery = z.strictObject({
  ...CURSOR_PAGING_FIELDS,
  q: EmailPrefix.optional(),
});

export const HistoryQuery = z.strictObject(CURSOR_PAGING_FIELDS);

const CustomerView = z.object({
  id: z.guid(),
  email: z.string(),
  since: ShownInstant,
  cards: z.int(),
  /** Whether they own more cards than the sums include. */
  hasMoreCards: z.boolean(),
  /** Gift card balances that can be redeemed today, by currency. */
  balances: z.array(z.object({ currency: z.string(), balanceCents: Sum })),
  /** Each is the balance of one card. */
  storeCredit: z.array(
    z.object({ currency: z.string(), balanceCents: z.int().min(0), cardUuid: z.guid() }),
  ),
  lastActivityAt: ShownInstant.nullable(),
});

const presentCustomer = ({ more, storeCredit, ...customer }: Customer) => ({
  ...customer,
  hasMoreCards: more,
  storeCredit: storeCredit.map(withCardUuid),
});

export const customerReply = sameReply(CustomerView, presentCustomer);

export const customersReply = samePageReply("customers", CustomerView, presentCustomer, {
  total: z.int().nullable(),
});
