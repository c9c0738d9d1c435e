import { sql } from "drizzle-orm";
import { isUuid } from "@/lib/base/ids";
import type { Db } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { batches } from "@/lib/db/schema/batches";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { cashiers, devices } from "@/lib/db/schema/till";
import { invitations, users } from "@/lib/db/schema/users";
import { webhooks } from "@/lib/db/schema/webhooks";

export const SUBJECT_KINDS = [
  "card",
  "webhook",
  "api_key",
  "batch",
  "device",
  "cashier",
  "person",
  "invitation",
  "store",
] as const;

/** What an entry is about. Its name is a card's last 4, a webhook's URL, an email, or what people call it. */
export type Subject = { kind: (typeof SUBJECT_KINDS)[number]; name: string };

/** The subjects of a merchant's audit entries by id. Subjects that are gone are left out. */
export async function subjectsOf(
  from: Db,
  merchantId: string,
  entries: readonly { subjectId: string | null }[],
): Promise<Map<string, Subject>> {
  const all = new Set(entries.flatMap(({ subjectId }) => subjectId ?? []));
  const ids = `{${[...all].filter(isUuid).join(",")}}`;
  const rows = await from.execute<Subject & { id: string }>(sql`
    select id, 'card' as kind, code_last4 as name from ${cards}
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all
    select id, 'webhook', url from ${webhooks}
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all
    select id, 'api_key', name from ${apiKeys}
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all
    select id, 'batch', name from ${batches}
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all
    select id, 'device', name from ${devices}
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all
    select id, 'cashier', name from ${cashiers}
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all
    select id, 'invitation', email from ${invitations}
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all
    select id, 'person', name from ${users} where id = any(${ids}::uuid[])
    union all
    select id, 'store', name from ${merchants} where id = any(${ids}::uuid[])`);
  return new Map([...rows].map(({ id, ...subject }) => [id, subject]));
}
