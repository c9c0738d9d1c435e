import { randomBytes } from "node:crypto";
import { API_SCOPES, type ApiScope, type Role, type Shape } from "@/lib/context";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { createMerchant } from "@/lib/merchants/create";
import { createKey } from "@/lib/merchants/keys/create";
import { operatorContext } from "@/lib/merchants/operator";
import { hashPassword } from "@/lib/merchants/password";

export type Store = {
  merchantId: string;
  slug: string;
  userId: string;
  /** The owner's sign-in. */
  email: string;
  password: string;
  /** Keys with every scope and without limits. */
  keyA: string;
  keyB: string;
};

export type KeyOptions = {
  shape?: Shape;
  scopes?: readonly ApiScope[];
  expiresAt?: Date | null;
  /** With the published limits instead of none. */
  limited?: boolean;
};

/** One more API key of a store. Every scope, no limits unless told otherwise. */
export async function makeKey(
  merchantId: string,
  { shape = "A", scopes = API_SCOPES, expiresAt = null, limited = false }: KeyOptions = {},
): Promise<{ id: string; secret: string }> {
  const limitPerWindow = limited ? null : 0;
  const wanted = { name: `Till ${shape}`, shape, scopes, expiresAt, limitPerWindow };
  const { key, secret } = await createKey(operatorContext(merchantId), wanted);
  return { id: key.id, secret };
}

/** One more person of a store, who signs in with what is given back. */
export async function makePerson(
  { merchantId }: Pick<Store, "merchantId">,
  role: Role,
): Promise<{ userId: string; email: string; password: string }> {
  const userId = newId();
  const email = `${role}-${randomBytes(5).toString("hex")}@example.com`;
  const password = randomBytes(12).toString("base64url");
  const sql = pg();
  await sql`insert into users (id, email, name, password_hash, verified_at)
    values (${userId}, ${email}, ${`A ${role}`}, ${await hashPassword(password)}, now())`;
  await sql`insert into memberships (merchant_id, user_id, role)
    values (${merchantId}, ${userId}, ${role})`;
  return { userId, email, password };
}

/** A new store with its owner and a key of each shape. */
export async function makeStore({ currency = "USD" } = {}): Promise<Store> {
  const unique = randomBytes(5).toString("hex");
  const email = `owner-${unique}@example.com`;
  const password = randomBytes(12).toString("base64url");
  const name = `Store ${unique}`;
  const store = await createMerchant({ name, email, password, currency });
  const [a, b] = await Promise.all([
    makeKey(store.merchantId, { shape: "A" }),
    makeKey(store.merchantId, { shape: "B" }),
  ]);
  return { ...store, email, password, keyA: a.secret, keyB: b.secret };
}

/** Turns the sessions of a store's owner to another store, without a word to the pages they have open. */
export async function turnElsewhere({ userId }: Pick<Store, "userId">): Promise<Store> {
  const other = await makeStore();
  const sql = pg();
  await sql`insert into memberships (merchant_id, user_id, role)
    values (${other.merchantId}, ${userId}, 'owner')`;
  await sql`update user_sessions set merchant_id = ${other.merchantId} where user_id = ${userId}`;
  return other;
}
