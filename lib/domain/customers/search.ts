import { desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { normaliseEmail } from "@/lib/base/email";
import { customers } from "@/lib/db/schema/consumers";

export const CUSTOMER_SORTS = ["newest", "oldest", "email", "email_desc"] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** The typed text as it is written in an email. A complete email is normalized. */
const emailTextOf = (typed: string) => normaliseEmail(typed) ?? typed.trim().toLowerCase();

const pattern = (typed: string) => typed.replace(/[\\%_]/g, "\\$&");

/** More words of a name are not looked at. */
const MAX_WORDS = 5;

/** SQL condition: the email contains the typed text, or the name each of its words, in any order and case. */
export function customerMatches(typed: string): SQL {
  const words = typed.trim().toLowerCase().split(/\s+/).slice(0, MAX_WORDS);
  const inName = words.map((word) => sql`lower(${customers.name}) like ${`%${pattern(word)}%`}`);
  return sql`(${customers.email} like ${`%${pattern(emailTextOf(typed))}%`}
    or (${sql.join(inName, sql` and `)}))`;
}

/** Sorts by email in the order of the index, whatever the database's collation. */
export const EMAIL_ORDER = sql`${customers.email} using ~<~`;

/** An order of the list: its terms, and the condition for the rows after the one with this id. */
type CustomerOrder = { by: SQL[]; following: (merchantId: string, id: string) => SQL };

const emailOf = (merchantId: string, id: string): SQL => sql`(select k.email from ${customers} k
  where k.merchant_id = ${merchantId} and k.id = ${id})`;

const ORDERS: Record<CustomerSort, CustomerOrder> = {
  newest: { by: [desc(customers.id)], following: (_, id) => lt(customers.id, id) },
  oldest: { by: [sql`${customers.id}`], following: (_, id) => gt(customers.id, id) },
  email: {
    by: [EMAIL_ORDER],
    following: (merchantId, id) => sql`${customers.email} ~>~ ${emailOf(merchantId, id)}`,
  },
  email_desc: {
    by: [sql`${customers.email} using ~>~`],
    following: (merchantId, id) => sql`${customers.email} ~<~ ${emailOf(merchantId, id)}`,
  },
};

/** Names and emails that start with the typed text come first. */
function bestMatch(typed: string): CustomerOrder {
  const [inEmail, inName] = [emailTextOf(typed), typed.trim().toLowerCase()].map(pattern);
  const rank = (email: SQL, name: SQL) => sql`case when ${email} like ${`${inEmail}%`}
    or lower(${name}) like ${`${inName}%`} then 0 else 1 end`;
  const own = rank(sql`${customers.email}`, sql`${customers.name}`);
  return {
    by: [own, sql`${customers.email} collate "C"`],
    following: (merchantId, id) => sql`(${own}, ${customers.email} collate "C") > (
      select ${rank(sql`k.email`, sql`k.name`)}, k.email collate "C" from ${customers} k
      where k.merchant_id = ${merchantId} and k.id = ${id})`,
  };
}

/** The order of the list: `sort`, or else the best match of a search, or the newest first. */
export const customerOrder = (sort: CustomerSort | undefined, q: string | undefined) =>
  sort === undefined && q !== undefined ? bestMatch(q) : ORDERS[sort ?? "newest"];

/** The customers of this merchant that a search finds. */
export const matchingCustomers = (merchantId: string, q: string | undefined) =>
  q === undefined
    ? eq(customers.merchantId, merchantId)
    : sql`${eq(customers.merchantId, merchantId)} and ${customerMatches(q)}`;
