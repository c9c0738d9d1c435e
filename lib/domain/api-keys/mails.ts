import { and, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import keyMessages from "@/lib/base/i18n/en/keys.json" with { type: "json" };
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { presetOf, type Role } from "@/lib/base/roles";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, type Tx } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { merchants } from "@/lib/db/schema/merchants";
import { users } from "@/lib/db/schema/users";
import { queueMail } from "@/lib/domain/mail/mail";
import { ownerEmails } from "@/lib/domain/stores/member-emails";
import { settingsOf } from "@/lib/domain/stores/settings";
import { type ApiKey, lockWorkingKeysOf } from "./read";

const keysPage = () => `${env().appUrl}/settings/api-keys`;

/** The preset with these scopes, or else their names: "Till" or "cards:read, transactions:read". */
function accessOf(scopes: readonly string[]): string {
  const preset = presetOf(scopes);
  return preset ? keyMessages.presets[preset].label : scopes.join(", ");
}

type MailedKey = { name: string; scopes: string[]; createdBy: string };

/** Emails a store's owners about a new key. `rolls`: whether it replaces another one. */
export async function mailNewKey(
  tx: Tx,
  merchantId: string,
  { name: keyName, scopes, createdBy }: MailedKey,
  rolls: boolean,
): Promise<void> {
  const owners = await ownerEmails(tx, merchantId);
  if (owners.length === 0) return;
  const { name: storeName } = await settingsOf(tx, merchantId);
  const maker = createdBy === "operator" ? "The operator" : createdBy;
  const facts = { storeName, keyName, access: accessOf(scopes), createdBy: maker, rolls };
  for (const to of owners) {
    await queueMail(tx, merchantId, {
      template: "api_key_created",
      to,
      ...facts,
      link: keysPage(),
    });
  }
}

/** Emails a store's owners that someone changed what a key is limited to. */
export async function mailChangedKey(
  tx: Tx,
  merchantId: string,
  { name: keyName, last4 }: Pick<ApiKey, "name" | "last4">,
  userId: string | undefined,
): Promise<void> {
  const { name: storeName } = await settingsOf(tx, merchantId);
  const [user] = userId
    ? await tx.select({ name: users.name }).from(users).where(eq(users.id, userId))
    : [];
  const facts = { storeName, keyName, last4, changedBy: user?.name ?? "The operator" };
  for (const to of await ownerEmails(tx, merchantId)) {
    await queueMail(tx, merchantId, {
      template: "api_key_changed",
      to,
      ...facts,
      link: keysPage(),
    });
  }
}

/** Emails a store's owners about the working keys that a user created who left the team, or whose new `role` allows less. */
export async function mailKeysLeft(
  tx: Tx,
  merchantId: string,
  userId: string,
  role?: Role,
): Promise<void> {
  const keys = await lockWorkingKeysOf(tx, merchantId, userId);
  if (keys.length === 0) return;
  const { name: storeName } = await settingsOf(tx, merchantId);
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  const names = keys.map(({ name, last4 }) => `${name} (…${last4})`);
  const facts = { storeName, person: user?.name ?? "A team member", role, keys: names };
  for (const to of await ownerEmails(tx, merchantId)) {
    await queueMail(tx, merchantId, { template: "api_keys_left", to, ...facts, link: keysPage() });
  }
}

/** Days before a key's expiry. The last one first: a late reminder leaves out the ones before it. */
const REMINDER_DAYS = [1, 14];
const KEYS_AT_ONCE = 100;

/** Emails owners 14 days and 1 day before a key of the bucket's stores expires, each once. Returns how many reminders. */
export async function remindOfExpiringKeys(): Promise<number> {
  let reminders = 0;
  for (const days of REMINDER_DAYS) {
    let found: number;
    do {
      found = await db().transaction((tx) => remindSome(tx, days));
      reminders += found;
    } while (found === KEYS_AT_ONCE);
  }
  return reminders;
}

/** Reminds of up to 100 keys that expire within `days`. Returns how many there were. */
async function remindSome(tx: Tx, days: number): Promise<number> {
  const within = sql`make_interval(days => ${days})`;
  const { merchantId, id, name, last4, expiresAt } = apiKeys;
  const ofBucket = tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.bucket, currentBucket()));
  const due = await tx
    .select({ merchantId, id, name, last4, expiresAt })
    .from(apiKeys)
    .where(
      and(
        gt(expiresAt, sql`now()`),
        lte(expiresAt, sql`now() + ${within}`),
        // Skips keys created with a shorter lifetime: their creator just chose the date.
        sql`${apiKeys.createdAt} < ${expiresAt} - ${within}`,
        isNull(apiKeys.revokedAt),
        isNull(apiKeys.replacedBy),
        or(isNull(apiKeys.remindedDaysBefore), gt(apiKeys.remindedDaysBefore, days)),
        inArray(merchantId, ofBucket),
      ),
    )
    .limit(KEYS_AT_ONCE)
    .for("no key update", { skipLocked: true });
  for (const key of due) {
    await tx
      .update(apiKeys)
      .set({ remindedDaysBefore: days })
      .where(and(eq(apiKeys.merchantId, key.merchantId), eq(apiKeys.id, key.id)));
    await mailExpiringKey(tx, key);
  }
  return due.length;
}

type ExpiringKey = Pick<typeof apiKeys.$inferSelect, "merchantId" | "name" | "last4" | "expiresAt">;

async function mailExpiringKey(tx: Tx, key: ExpiringKey): Promise<void> {
  const { merchantId, name: keyName, last4, expiresAt } = key;
  if (!expiresAt) return;
  const { name: storeName, timeZone } = await settingsOf(tx, merchantId);
  const day = new Intl.DateTimeFormat(DEFAULT_LOCALE, { dateStyle: "long", timeZone }).format(
    expiresAt,
  );
  const facts = { storeName, keyName, last4, expiresOn: day };
  for (const to of await ownerEmails(tx, merchantId)) {
    await queueMail(tx, merchantId, {
      template: "api_key_expiring",
      to,
      ...facts,
      link: keysPage(),
    });
  }
}
