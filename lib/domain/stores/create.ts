import { randomInt } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { currencyError } from "@/lib/base/money";
import { isCleanText } from "@/lib/base/text";
import { isTimeZone } from "@/lib/base/time/time-zone";
import type { Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { memberships, users } from "@/lib/db/schema/users";
import { audit } from "@/lib/domain/audit/audit";
import { chooseBucket } from "./choose-bucket";
import { requireZone } from "./store-time-zone";

export const MAX_NAME_CHARS = 100;
const SLUG_ATTEMPTS = 5;

export type NewStore = {
  name: string;
  /** ISO 4217; USD by default. */
  currency?: string | undefined;
  /** IANA name; UTC by default. */
  timeZone?: string | undefined;
  /** The bucket for its data; the smallest one by default. */
  bucket?: string | undefined;
};

/** Creates a store for an existing user, confirmed if their email is. Refuses: invalid_request. */
export async function insertStore(
  tx: Tx,
  newStore: NewStore,
  ownerId: string,
  requestId: string | null,
): Promise<{ merchantId: string; slug: string }> {
  const checked = checkedStore(newStore);
  const store = { ...checked, timeZone: await requireZone(tx, checked.timeZone) };
  const merchantId = newId();
  const bucket = newStore.bucket ?? (await chooseBucket(tx));
  const values = { id: merchantId, bucket, slug: slugOf(store.name), ...store };
  const { slug } = await insertMerchant(tx, values);
  await tx.insert(memberships).values({ merchantId, userId: ownerId, role: "owner" });
  await confirmStoresOf(tx, ownerId);
  const actor = requestId === null ? "operator" : `user:${ownerId}`;
  const details = { name: store.name, slug, currency: store.currency, ownerId };
  await audit(
    tx,
    { merchantId, actor, requestId },
    { action: "merchant.created", subjectId: merchantId, details },
  );
  return { merchantId, slug };
}

/** The values of a new store. Refuses: invalid_request. */
export function checkedStore({ name, currency = "USD", timeZone = "UTC" }: NewStore) {
  const problem = currencyError(currency);
  if (problem) throw invalidField("currency", problem);
  if (!isTimeZone(timeZone))
    throw invalidField("timeZone", "must be an IANA time zone, such as America/New_York");
  return { name: checkedName("name", name), currency, timeZone };
}

/** A name of a store or person, trimmed. Refuses: invalid_request (`path`). */
export function checkedName(path: string, text: string): string {
  const name = text.trim();
  if (name === "") throw invalidField(path, "must not be empty");
  if (name.length > MAX_NAME_CHARS) {
    throw invalidField(path, `must have at most ${MAX_NAME_CHARS} characters`);
  }
  if (!isCleanText(name)) throw invalidField(path, "must be valid Unicode");
  return name;
}

/**
 * Confirms the stores that the user owns, if their email is confirmed. Until then, a store can't invite
 * anyone, so its only owner is the first.
 */
export async function confirmStoresOf(tx: Tx, userId: string): Promise<void> {
  const owned = tx
    .select({ id: memberships.merchantId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(users.id, userId), isNotNull(users.verifiedAt), eq(memberships.role, "owner")));
  await tx
    .update(merchants)
    .set({ confirmedAt: sql`now()` })
    .where(and(isNull(merchants.confirmedAt), inArray(merchants.id, owned)));
}

/** Inserts a store, with a random suffix if another store has its slug. Returns the slug. */
export async function insertMerchant(
  tx: Tx,
  store: typeof merchants.$inferInsert,
): Promise<{ slug: string }> {
  for (let attempt = 0, { slug } = store; attempt < SLUG_ATTEMPTS; attempt++) {
    const [row] = await tx
      .insert(merchants)
      .values({ ...store, slug })
      .onConflictDoNothing({ target: merchants.slug })
      .returning({ slug: merchants.slug });
    if (row) return row;
    slug = randomSlug(store.slug);
  }
  throw new Error("no free slug was found");
}

const MAX_SLUG_CHARS = 48;
const SUFFIX_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const SUFFIX_CHARS = 6;

/** A store's name as a URL slug: `Café Zoë & Co` becomes `cafe-zoe-co`. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_CHARS)
    .replace(/^-|-$/g, "") || "store";

/** The slug with a random suffix, for when another store already has it. */
const randomSlug = (slug: string): string =>
  `${slug}-${Array.from({ length: SUFFIX_CHARS }, () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)]).join("")}`;
