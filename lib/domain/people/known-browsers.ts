import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { keyedHashes, sameSecret } from "@/lib/base/config/secrets";
import { networkOf } from "@/lib/base/networks";
import { userSessions } from "@/lib/db/schema/users";

/** How many accounts a browser is known for, and for how long. */
const MAX_MARKS = 5;
export const KNOWN_BROWSER_SECONDS = 365 * 24 * 60 * 60;
const MAX_ADDRESSES = 50;

const ID_BYTES = 12;
const TAG_BYTES = 16;

/** The tags of a browser's mark for an account: the first with ENCRYPTION_KEY, then one with each former key. */
const tagsOf = (id: Buffer, email: string): Buffer[] =>
  keyedHashes("known-browser", `${id.toString("base64url")}:${email}`).map((tag) =>
    tag.subarray(0, TAG_BYTES),
  );

const marksIn = (cookie: string): Buffer[] =>
  cookie
    .split(".")
    .slice(0, MAX_MARKS)
    .map((mark) => Buffer.from(mark, "base64url"))
    .filter((mark) => mark.length === ID_BYTES + TAG_BYTES);

const idOf = (mark: Buffer): Buffer => mark.subarray(0, ID_BYTES);

const isMarkOf = (mark: Buffer, email: string): boolean =>
  tagsOf(idOf(mark), email).some((tag) => sameSecret(mark.subarray(ID_BYTES), tag));

/**
 * The random id that this cookie gives its browser for the account with this normalized email; null unless
 * the browser signed in to the account.
 */
export function knownBrowserId(cookie: string, email: string): string | null {
  const mark = marksIn(cookie).find((one) => isMarkOf(one, email));
  return mark ? idOf(mark).toString("base64url") : null;
}

/** The cookie's value after a sign-in to this account. It grants no access; it only gives sign-ins their own limits. */
export function withKnownAccount(cookie: string, email: string): string {
  const marks = marksIn(cookie);
  const former = marks.find((mark) => isMarkOf(mark, email));
  const id = former ? idOf(former) : randomBytes(ID_BYTES);
  const mark = Buffer.concat([id, ...tagsOf(id, email).slice(0, 1)]);
  return [mark, ...marks.filter((other) => other !== former)]
    .slice(0, MAX_MARKS)
    .map((one) => one.toString("base64url"))
    .join(".");
}

/** SQL, in a query of `users`: the IP addresses of the user's latest sessions. */
export const sessionAddresses = sql<(string | null)[]>`array(
  select s.address from ${userSessions} s where s.user_id = "users"."id"
  order by s.created_at desc limit ${MAX_ADDRESSES})`;

/** Whether one of these addresses is in the network of `address`. */
export const isKnownNetwork = (addresses: (string | null)[], address: string): boolean =>
  addresses.some((earlier) => earlier !== null && networkOf(earlier) === networkOf(address));
