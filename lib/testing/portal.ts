import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { decode, encode } from "next-auth/jwt";
import type { Ctx } from "@/lib/context";
import { db, pg } from "@/lib/db/client";
import { merchants } from "@/lib/db/schema/merchants";
import { env } from "@/lib/env";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { insertStore } from "@/lib/merchants/create";
import { operatorContext } from "@/lib/merchants/operator";
import { hashPassword } from "@/lib/merchants/passwords/hash";
import { openSession } from "@/lib/merchants/sessions";
import type { Role } from "@/lib/roles";
import { cardOf } from "./ledger-fixtures";

const COOKIE = "authjs.session-token";

type Sent = {
  body?: unknown;
  headers?: Record<string, string>;
  id?: string;
  /** Path parameters, if there are others than `id`. */
  params?: Record<string, string>;
  query?: Record<string, string>;
};

/** Sends a request to a portal route. Returns the response's status, text, parsed body and headers. */
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

/** The Scrip-Store header that a freshly loaded page sends. */
async function storeShownTo(headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const token = headers.cookie?.split(`${COOKIE}=`)[1];
  const session = token && (await decode({ token, secret: env().authSecret, salt: COOKIE }));
  if (!session) return {};
  const [row] = await pg()<{ store: string }[]>`select merchant_id as store from user_sessions
    where id = ${String(session.sessionId)}`;
  return row ? { "Scrip-Store": row.store } : {};
}

type Where = Omit<Sent, "body">;

/** Request functions that send these headers and any that a call adds. */
export function callerWith<H extends Record<string, string>>(headers: H) {
  const ask = (method: Parameters<typeof send>[1], route: Resource, sent: Sent) =>
    send(route, method, { ...sent, headers: { ...headers, ...sent.headers } });
  return {
    headers,
    get: (route: Resource, where: Where = {}) => ask("GET", route, where),
    delete: (route: Resource, where: Where = {}) => ask("DELETE", route, where),
    post: (route: Resource, body?: unknown, where: Where = {}) =>
      ask("POST", route, { ...where, body }),
    put: (route: Resource, body?: unknown, where: Where = {}) =>
      ask("PUT", route, { ...where, body }),
    patch: (route: Resource, body?: unknown, where: Where = {}) =>
      ask("PATCH", route, { ...where, body }),
  };
}

export type Caller = ReturnType<typeof callerWith<Record<string, string>>>;

/** A visitor without a session. */
export const anybody: Caller = callerWith({});

/** The status of a response, with the error and the field of a refusal: `400 invalid_request email`. */
export async function outcomeOf(
  answer: Awaited<ReturnType<typeof send>> | ReturnType<typeof send>,
): Promise<string> {
  const { status, body } = await answer;
  return [status, body?.error, body?.fields?.[0]?.path].filter((part) => part).join(" ");
}

/** Masks the request id, to compare two responses that must be indistinguishable. */
export const withoutRequestId = (text: string) => text.replace(/req_[0-9a-f-]+/, "req");

/** All items of a list, read page by page. */
export async function allPages<T>(
  read: (query: Record<string, string>) => Promise<{ items: T[]; nextCursor: string | null }>,
  limit = "1",
): Promise<T[]> {
  const seen: T[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: T[]; nextCursor: string | null } = await read({
      limit,
      ...(cursor && { cursor }),
    });
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return seen;
}

/** The rows of a downloaded CSV file, parsed like a spreadsheet does. */
export const rowsOf = ({ text }: { text: string }): Record<string, string>[] =>
  parse(text, { bom: true, columns: true });

/** A store's audit log, oldest entry first. */
export const auditOf = async (merchantId: string, action: string | null = null) => [
  ...(await pg()`select action, actor, subject_id as "subjectId", details from audit_log
    where merchant_id = ${merchantId} and action = coalesce(${action}, action) order by id`),
];

export const actionsOf = async (merchantId: string): Promise<string[]> =>
  (await auditOf(merchantId)).map(({ action }) => action);

/** Signs a team member in. Returns the headers that their browser sends. */
export async function signedIn(member: { merchantId: string; userId: string }) {
  return await headersIn(await openSession(member, { address: "127.0.0.1", userAgent: null }));
}

/** The headers that the browser of an open session sends. */
export async function headersIn(sessionId: string) {
  const token = await encode({ token: { sessionId }, secret: env().authSecret, salt: COOKIE });
  return { cookie: `${COOKIE}=${token}`, origin: "http://localhost:3000" };
}

export const PASSWORD = "a long enough password";

// Shared by all test users, because hashing is slow by design.
let passwordHash: Promise<string> | undefined;

async function newUser(name: string) {
  passwordHash ??= hashPassword(PASSWORD);
  const userId = newId();
  const email = `${name.split(" ").at(-1)?.toLowerCase()}-${userId}@example.com`;
  await pg()`insert into users (id, email, name, password_hash, verified_at)
    values (${userId}, ${email}, ${name}, ${await passwordHash}, now())`;
  return { userId, email };
}

/** A signed-in team member with their request functions. */
export async function callerOf<T extends { merchantId: string; userId: string }>(member: T) {
  return { ...member, ...callerWith(await signedIn(member)) };
}

type Settings = Partial<typeof merchants.$inferInsert>;

/** Creates a store with its owner signed in. `join` adds a team member and signs them in. */
export async function storeWithPeople(settings: Settings = {}) {
  const user = await newUser("Ada");
  const { merchantId } = await db().transaction((tx) =>
    insertStore(tx, { name: "Corner Bakery" }, user.userId, null),
  );
  if (Object.keys(settings).length > 0)
    await db().update(merchants).set(settings).where(eq(merchants.id, merchantId));
  const join = async (role: Role) => {
    const person = { merchantId, ...(await newUser(`A ${role}`)) };
    await pg()`insert into memberships (merchant_id, user_id, role)
      values (${merchantId}, ${person.userId}, ${role})`;
    return await callerOf(person);
  };
  /** The context of a request by the given actor, by default the operator. */
  const ctx = (actor = "operator"): Ctx => {
    const made = operatorContext(merchantId);
    return { ...made, principal: { ...made.principal, actor } };
  };
  const card = (wanted: Parameters<typeof cardOf>[1]) => cardOf(ctx, wanted);
  return { merchantId, owner: await callerOf({ merchantId, ...user }), join, ctx, card };
}
