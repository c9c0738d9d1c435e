import { sql } from "drizzle-orm";
import { normaliseEmail } from "@/lib/base/email";
import { invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, type Tx } from "@/lib/db/client/client";
import { users } from "@/lib/db/schema/users";
import { checkedName, checkedStore, insertStore, type NewStore } from "@/lib/domain/stores/create";
import { sendConfirmationLink } from "./email-confirmation";
import { hashPassword } from "./passwords/hash";

type NewMerchant = NewStore & {
  /** The owner's name; by default the part of the email before the @. */
  personName?: string | undefined;
  email: string;
  password: string;
};

/**
 * Creates a store with its first owner in one commit. `requestId` is null when the operator creates it; then
 * the email counts as confirmed. Otherwise the owner is emailed a confirmation link.
 * Refuses: invalid_request (the wrong field, or `email` if it has an account).
 */
export async function createMerchant(
  { personName, email, password, ...store }: NewMerchant,
  requestId: string | null = null,
) {
  checkedStore(store);
  const person = checkedOwner(email, personName);
  const passwordHash = await hashPassword(password, {
    personal: [person.email, person.name, store.name],
  });
  const owner = { ...person, passwordHash };
  return await db().transaction(async (tx) => {
    const userId = await insertUser(tx, owner, requestId === null);
    if (requestId !== null) await sendConfirmationLink(tx, { userId, email: owner.email });
    return { ...(await insertStore(tx, store, userId, requestId)), userId };
  });
}

function checkedOwner(typed: string, name?: string) {
  const email = normaliseEmail(typed);
  if (email === null) throw invalidField("email", "must be an email address");
  return { email, name: checkedName("personName", name ?? email.replace(/@.*/, "")) };
}

type NewUser = { email: string; name: string; passwordHash: string };

async function insertUser(tx: Tx, user: NewUser, isKnown: boolean) {
  const id = newId();
  const [row] = await tx
    .insert(users)
    .values({ id, ...user, verifiedAt: isKnown ? sql`now()` : null })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!row) throw invalidField("email", "already has an account; sign in with it");
  return id;
}
