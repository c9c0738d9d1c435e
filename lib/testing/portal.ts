import { decode, encode } from "next-auth/jwt";
import type { Role } from "@/lib/context";
import { db, pg } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { insertStore } from "@/lib/merchants/create";
import { hashPassword } from "@/lib/merchants/passwords/hash";
import { openSession } from "@/lib/merchants/sessions";

const COOKIE = "authjs.session-token";

type Sent = {
  body?: unknown;
  headers?: Record<string, string>;
  id?: string;
  /** Of the path, where it has others than `id`. */
  params?: Record<string, string>;
  query?: Record<string, string>;
};

/** Sends a request to a portal route: its status, text, parsed body and headers. */
export async function send(
  route: Resource,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  { body, headers, id, params, query = {} }: Sent = {},
) {
  const request = new Request(`http://localhost:3000/api/portal?${new URLSearchParams(query)}`, {
    method,
    headers: { "Content-Type": "application/json", ...(await storeShownTo(headers)), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await route[method](request, { params: Promise.resolve(params ?? { id }) });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const { status, headers: answered } = response;
  return { status, text, body: isJson ? JSON.parse(text) : null, headers: answered };
}

/** What a page that was loaded just now says of its store. */
async function storeShownTo(headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const token = headers.cookie?.split(`${COOKIE}=`)[1];
  const session = token && (await decode({ token, secret: env().authSecret, salt: COOKIE }));
  if (!session) return {};
  const [row] = await pg()<{ store: string }[]>`select merchant_id as store from user_sessions
    where id = ${String(session.sessionId)}`;
  return row ? { "Scrip-Store": row.store } : {};
}

/** Signs a member in: the headers that the person's browser sends. */
export async function signedIn(member: { merchantId: string; userId: string }) {
  return await headersIn(await openSession(member, { address: "127.0.0.1", userAgent: null }));
}

/** The headers that the browser of an open session sends. */
export async function headersIn(sessionId: string) {
  const token = await encode({ token: { sessionId }, secret: env().authSecret, salt: COOKIE });
  return { cookie: `${COOKIE}=${token}`, origin: "http://localhost:3000" };
}

// Of every owner, since a hash is meant to be costly.
let passwordHash: Promise<string> | undefined;

/** A store with its owner signed in; `join` signs in one more person of it. */
export async function storeWithPeople() {
  passwordHash ??= hashPassword("a long enough password");
  const userId = newId();
  await pg()`insert into users (id, email, name, password_hash, verified_at)
    values (${userId}, ${`ada-${userId}@example.com`}, 'Ada', ${await passwordHash}, now())`;
  const { merchantId } = await db().transaction((tx) =>
    insertStore(tx, { name: "Corner Bakery" }, userId, null),
  );
  const join = async (role: Role) => {
    const sql = pg();
    const member = { merchantId, userId: newId() };
    const email = `${role}-${member.userId}@example.com`;
    await sql`insert into users (id, email, name, password_hash, verified_at)
      values (${member.userId}, ${email}, ${`A ${role}`}, 'none', now())`;
    await sql`insert into memberships (merchant_id, user_id, role)
      values (${merchantId}, ${member.userId}, ${role})`;
    return { ...member, email, headers: await signedIn(member) };
  };
  const owner = { merchantId, userId, headers: await signedIn({ merchantId, userId }) };
  return { merchantId, owner, join };
}
