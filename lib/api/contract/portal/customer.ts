import { z } from "zod";
import {
  CURSOR_PAGING_FIELDS,
  iso,
  ShownInstant,
  Sum,
  teamText,
  Uuid,
} from "@/lib/api/contract/fields";
import { inBothShapes, samePageReply, sameReply, withCardUuid } from "@/lib/api/contract/shapes";
import { decimalText } from "@/lib/base/money";
import { isCleanText } from "@/lib/base/text";
import type { Customer } from "@/lib/domain/customers/customers";
import { CUSTOMER_SORTS } from "@/lib/domain/customers/search";

export const CustomerParams = z.strictObject({ id: Uuid });

/** What a search for customers, or for a batch, looks for; empty counts as absent. */
export const SearchText = z
  .string()
  .max(254)
  .refine(isCleanText, "must be valid Unicode")
  .transform((typed) => typed.trim() || undefined);

const FILTERS = { q: SearchText.optional(), sort: z.enum(CUSTOMER_SORTS).optional() };

export const ListCustomersQuery = z.strictObject({ ...CURSOR_PAGING_FIELDS, ...FILTERS });

export const ExportCustomersQuery = z.strictObject(FILTERS);

export const EditCustomerBody = inBothShapes(
  z.strictObject({ name: teamText(120), note: teamText(2_000) }),
);

export const HistoryQuery = z.strictObject(CURSOR_PAGING_FIELDS);

const CustomerView = z.object({
  id: z.guid(),
  email: z.string(),
  /** What the team calls the customer, and its note. Never shown to customers. */
  name: z.string().nullable(),
  note: z.string().nullable(),
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

/** Balances in one cell: "25.00 USD; 900 JPY". Each currency has an amount of its own. */
const balancesCell = (balances: { currency: string; balanceCents: bigint | number }[]) =>
  balances
    .map(({ currency, balanceCents }) => `${decimalText(balanceCents, currency)} ${currency}`)
    .join("; ");

/** Columns of the customer file, from left to right. */
export const CUSTOMER_COLUMNS = {
  Email: ({ email }: Customer) => email,
  Name: ({ name }: Customer) => name,
  Note: ({ note }: Customer) => note,
  "Gift cards": ({ cards }: Customer) => cards,
  "Gift card balances": ({ balances }: Customer) => balancesCell(balances),
  "Store credit": ({ storeCredit }: Customer) => balancesCell(storeCredit),
  "Last activity (UTC)": ({ lastActivityAt }: Customer) => lastActivityAt && iso(lastActivityAt),
  "Customer since (UTC)": ({ since }: Customer) => iso(since),
  "Customer ID": ({ id }: Customer) => id,
};
