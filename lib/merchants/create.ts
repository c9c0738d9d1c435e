import { db, type Tx } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { memberships, users } from "../db/schema/users";
import { normaliseEmail } from "../email";
import { invalid } from "../errors";
import { newId } from "../ids";
import { isCurrency } from "../money";
import { isCleanText } from "../text";
import { isTimeZone } from "../time-zone";
import { audit } from "./audit";
import { hashPassword } from "./password";
import { anotherSlug, slugOf } from "./slug";

export const MAX_NAME_CHARS = 100;
const SLUG_ATTEMPTS = 5;

type NewMerchant = {
  /** The store's. */
  name: string;
  /** The owner's; without one, what stands before the @ of the e-mail address. */
  personName?: string | undefined;
  email: string;
  password: string;
  /** ISO 4217; USD by default. */
  currency?: string | undefined;
  /** IANA name; UTC by default. */
  timeZone?: string | undefined;
};

/**
 * Creates a store with its first owner in one commit. `requestId` is null when the operator does it.
 * Refuses: invalid_request, naming what is wrong; an address that has an account already is.
 */
export async function createMerchant(given: NewMerchant, requestId: string | null = null) {
  const wanted = { ...checked(given), passwordHash: await hashPassword(given.password) };
  return await db().transaction(async (tx) => {
    const userId = await insertUser(tx, wanted);
    const { merchantId, slug } = await insertMerchant(tx, wanted);
    await tx.insert(memberships).values({ merchantId, userId, role: "owner" });
    const actor = requestId === null ? "operator" : `user:${userId}`;
    const details = { name: wanted.name, slug, currency: wanted.currency, ownerId: userId };
    await audit(
      tx,
      { merchantId, actor, requestId },
      { action: "merchant.created", subjectId: merchantId, details },
    );
    return { merchantId, slug, userId };
  });
}

type Checked = ReturnType<typeof checked>;

function checked({ currency = "USD", timeZone = "UTC", ...given }: NewMerchant) {
  const email = normaliseEmail(given.email);
  if (email === null) throw invalid("email", "must be an e-mail address");
  const name = checkedName("name", given.name);
  const personName = checkedName("personName", given.personName ?? email.replace(/@.*/, ""));
  if (!isCurrency(currency)) {
    throw invalid("currency", "must be an ISO 4217 currency code in upper case");
  }
  if (!isTimeZone(timeZone)) throw invalid("timeZone", "must be an IANA time zone");
  return { name, personName, email, currency, timeZone };
}

function checkedName(path: string, given: string): string {
  const name = given.trim();
  if (name === "") throw invalid(path, "must not be empty");
  if (name.length > MAX_NAME_CHARS) {
    throw invalid(path, `must have at most ${MAX_NAME_CHARS} characters`);
  }
  if (!isCleanText(name)) throw invalid(path, "must be valid Unicode");
  return name;
}

type Hashed = Checked & { passwordHash: string };

async function insertUser(tx: Tx, { email, personName: name, passwordHash }: Hashed) {
  const id = newId();
  const [row] = await tx
    .insert(users)
    .values({ id, email, name, passwordHash })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!row) throw invalid("email", "has an account already; sign in with it");
  return id;
}

async function insertMerchant(tx: Tx, { name, currency, timeZone }: Checked) {
  const id = newId();
  for (let attempt = 0, slug = slugOf(name); attempt < SLUG_ATTEMPTS; attempt++) {
    const [row] = await tx
      .insert(merchants)
      .values({ id, slug, name, currency, timeZone })
      .onConflictDoNothing({ target: merchants.slug })
      .returning({ slug: merchants.slug });
    if (row) return { merchantId: id, slug: row.slug };
    slug = anotherSlug(slugOf(name));
  }
  throw new Error("no free slug was found");
}
