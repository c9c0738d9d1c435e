import { randomBytes } from "node:crypto";
import { sha256 } from "@/lib/base/config/secrets";
import type { ApiShape } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { API_SCOPES, type ApiScope, type Role } from "@/lib/base/roles";
import { db, pg, type Tx } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { users } from "@/lib/db/schema/users";
import { createKey } from "@/lib/domain/api-keys/create";
import { formatKey, publicParts, randomSecret } from "@/lib/domain/api-keys/format";
import { audit } from "@/lib/domain/audit/audit";
import { operatorContext } from "@/lib/domain/people/operator";
import { hashPassword } from "@/lib/domain/people/passwords/hash";
import { insertStore } from "@/lib/domain/stores/create";
import { testStoreOf } from "@/lib/domain/stores/twin";
import { apiClient } from "./client";

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
  shape?: ApiShape;
  scopes?: readonly ApiScope[];
  expiresAt?: Date | null;
  /** With the published limits instead of none. */
  limited?: boolean;
};

// All stores share one password, because hashing it costs more than creating the rest of a store.
const password = randomBytes(12).toString("base64url");
let passwordHash: Promise<string> | undefined;
const hashOnce = () => {
  passwordHash ??= hashPassword(password);
  return passwordHash;
};

/** Creates an API key, by default with every scope and without limits. */
export async function makeKey(
  merchantId: string,
  { shape = "A", scopes = API_SCOPES, expiresAt = null, limited = false }: KeyOptions = {},
): Promise<{ id: string; secret: string }> {
  const limitPerWindow = limited ? null : 0;
  const wanted = { name: `Till ${shape}`, shape, scopes, expiresAt, limitPerWindow };
  const { key, secret } = await createKey(operatorContext(merchantId), wanted);
  return { id: key.id, secret };
}

/** Creates a key of the store's test store, with every scope and without limits. */
export async function makeTestKey({ merchantId }: Pick<Store, "merchantId">): Promise<string> {
  return (await makeKey(await testStoreOf(merchantId))).secret;
}

/** Creates a team member. Returns their email and password. */
export async function makePerson(
  { merchantId }: Pick<Store, "merchantId">,
  role: Role,
): Promise<Pick<Store, "merchantId" | "userId" | "email" | "password">> {
  const userId = newId();
  const email = `${role}-${randomBytes(5).toString("hex")}@example.com`;
  const sql = pg();
  await sql`insert into users (id, email, name, password_hash, verified_at)
    values (${userId}, ${email}, ${`A ${role}`}, ${await hashOnce()}, now())`;
  await sql`insert into memberships (merchant_id, user_id, role)
    values (${merchantId}, ${userId}, ${role})`;
  return { merchantId, userId, email, password };
}

/** Creates two keys with every scope and without limits, one per shape. */
async function makeKeys(tx: Tx, merchantId: string): Promise<{ keyA: string; keyB: string }> {
  const made = (["A", "B"] as const).map((shape) => {
    const id = newId();
    const name = `Till ${shape}`;
    return { id, name, shape, text: formatKey(id, randomSecret()) };
  });
  const same = { merchantId, scopes: [...API_SCOPES], limitPerWindow: 0, createdBy: "operator" };
  await tx.insert(apiKeys).values(
    made.map(({ text, ...key }) => ({
      ...same,
      ...key,
      ...publicParts(text),
      secretHash: sha256(text),
    })),
  );
  const changes = made.map(({ id, name, shape }) => ({
    action: "api_key.created" as const,
    subjectId: id,
    details: { name, shape, scopes: same.scopes, expiresAt: null, limitPerWindow: 0 },
  }));
  await audit(tx, { merchantId, actor: "operator", requestId: null }, ...changes);
  const [keyA = "", keyB = ""] = made.map(({ text }) => text);
  return { keyA, keyB };
}

/** Creates a store with its owner and a key for each shape. */
export async function makeStore({ currency = "USD" } = {}): Promise<Store> {
  const unique = randomBytes(5).toString("hex");
  const email = `owner-${unique}@example.com`;
  const userId = newId();
  const owner = { id: userId, email, name: `owner-${unique}`, passwordHash: await hashOnce() };
  return await db().transaction(async (tx) => {
    await tx.insert(users).values({ ...owner, verifiedAt: new Date() });
    const wanted = { name: `Store ${unique}`, currency };
    const store = await insertStore(tx, wanted, userId, null);
    const keys = await makeKeys(tx, store.merchantId);
    return { ...store, userId, email, password, ...keys };
  });
}

/** The name that makeStore() gives a store. */
export const nameOf = ({ slug }: Pick<Store, "slug">): string => slug.replace("store-", "Store ");

/** Creates another store. Returns its keys and API clients by shape too. */
export async function openStore() {
  const store = await makeStore();
  const { keyA, keyB } = store;
  return {
    ...store,
    keys: { A: keyA, B: keyB },
    tills: { A: apiClient(keyA), B: apiClient(keyB) },
  };
}

/** Switches the owner's sessions to another store without the open pages noticing. */
export async function switchStore({ userId }: Pick<Store, "userId">): Promise<Store> {
  const other = await makeStore();
  const sql = pg();
  await sql`insert into memberships (merchant_id, user_id, role)
    values (${other.merchantId}, ${userId}, 'owner')`;
  await sql`update user_sessions set merchant_id = ${other.merchantId} where user_id = ${userId}`;
  return other;
}
