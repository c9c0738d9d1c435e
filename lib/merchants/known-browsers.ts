import { sql } from "drizzle-orm";
import { userSessions } from "../db/schema/users";
import { networkOf } from "../networks";
import { keyedHash, sameSecret } from "../secrets";

/** How many accounts a browser is known for, and for how long. */
const MAX_MARKS = 5;
export const KNOWN_BROWSER_SECONDS = 365 * 24 * 60 * 60;
const MAX_ADDRESSES = 50;

const markOf = (email: string): Buffer => keyedHash("known-browser", email).subarray(0, 16);

const marksIn = (cookie: string): Buffer[] =>
  cookie
    .split(".")
    .slice(0, MAX_MARKS)
    .map((mark) => Buffer.from(mark, "base64url"));

/** Whether this cookie was set in a browser that signed in to the account with this normalized email. */
export const isKnownBrowser = (cookie: string, email: string): boolean =>
  marksIn(cookie).some((mark) => sameSecret(mark, markOf(email)));

/** The cookie's value after a sign-in to this account. It opens nothing: it only puts sign-ins first. */
export function withKnownAccount(cookie: string, email: string): string {
  const mark = markOf(email);
  const others = marksIn(cookie).filter((other) => other.length === 16 && !other.equals(mark));
  return [mark, ...others]
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
  addresses.some((known) => known !== null && networkOf(known) === networkOf(address));
