import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import type { Role } from "@/lib/base/roles";
import { db, pg } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { textOf } from "@/lib/domain/mail/mail-text";
import { mailContentOf } from "@/lib/domain/mail/templates";
import { operatorContext } from "@/lib/domain/people/operator";
import { hashPassword } from "@/lib/domain/people/passwords/hash";
import { openSession } from "@/lib/domain/people/sessions";
import { insertStore } from "@/lib/domain/stores/create";
import { makeCard } from "./ledger-fixtures";
import { type Caller, COOKIE, callerWith } from "./requests";

/** A store's audit log, oldest entry first. */
export const auditOf = async (merchantId: string, action: string | null = null) => [
  ...(await pg()`select action, actor, subject_id as "subjectId", details from audit_log
    where merchant_id = ${merchantId} and action = coalesce(${action}, action) order by id`),
];

export const actionsOf = async (merchantId: string): Promise<string[]> =>
  (await auditOf(merchantId)).map(({ action }) => action);

type Member = { merchantId: string; userId: string };

/** Signs a team member in. Returns the headers that their browser sends. */
export const signInHeaders = async (member: Member) => (await callerOf(member)).headers;

/** The headers that the browser of an open session sends. */
export async function headersIn(sessionId: string) {
  const token = await encode({ token: { sessionId }, secret: env().authSecrets, salt: COOKIE });
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

/** Signs a team member in. Returns them with their session and their request functions. */
export async function callerOf<T extends Member>(member: T, userAgent: string | null = null) {
  const sessionId = await openSession(member, { address: "127.0.0.1", userAgent });
  return { ...member, sessionId, ...callerWith(await headersIn(sessionId)) };
}

/** Adds a new person to a store's team. */
export async function addMember(merchantId: string, role: Role) {
  const person = { merchantId, ...(await newUser(`A ${role}`)) };
  await pg()`insert into memberships (merchant_id, user_id, role)
    values (${merchantId}, ${person.userId}, ${role})`;
  return person;
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
  const join = async (role: Role) => await callerOf(await addMember(merchantId, role));
  /** The context of a request by the given actor, by default the operator. */
  const ctx = (actor = "operator"): Ctx => {
    const made = operatorContext(merchantId);
    return { ...made, principal: { ...made.principal, actor } };
  };
  const card = (wanted: Parameters<typeof makeCard>[1]) => makeCard(ctx, wanted);
  return { merchantId, owner: await callerOf({ merchantId, ...user }), join, ctx, card };
}

/** Adds a device and a cashier with the PIN 2580 for an owner. */
export async function addTill(owner: Pick<Caller, "post">) {
  const added = await owner.post("/devices", { name: "Front desk", password: PASSWORD });
  const { cashier } = (await owner.post("/cashiers", { name: "Kim", pin: "2580" })).body;
  return { device: added.body.device, pairingCode: added.body.pairingCode, cashier };
}

/** The emails about a store in the outbox, oldest first, as they will be sent. */
export const mailsOfStore = async (merchantId: string, template: string | null = null) =>
  (
    await pg()<{ id: string; payload: unknown }[]>`select id, payload from outbox
      where merchant_id = ${merchantId} and payload ->> 'template' = coalesce(${template}, payload ->> 'template')
      order by id`
  ).map((mail) => {
    const { to, words } = mailContentOf(mail);
    return { to, text: textOf(words) };
  });
