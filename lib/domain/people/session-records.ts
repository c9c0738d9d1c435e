import { and, type Column, desc, eq, type SQL, sql } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import { newId } from "@/lib/base/ids";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { consumerSessions } from "@/lib/db/schema/consumer-access";
import { userSessions } from "@/lib/db/schema/users";
import { browserOf, type Device } from "./user-agent";

/** A kind of session: its table, and how long a session lasts in total and without use. */
type Kind = {
  table: typeof userSessions | typeof consumerSessions;
  owner: Column;
  maxHours: number;
  idleHours: number;
};

export const USER_SESSIONS = {
  table: userSessions,
  owner: userSessions.userId,
  maxHours: 12,
  idleHours: 2,
} satisfies Kind;

export const WALLET_SESSIONS = {
  table: consumerSessions,
  owner: consumerSessions.consumerId,
  maxHours: 30 * 24,
  idleHours: 7 * 24,
} satisfies Kind;

export type Browser = { address: string; userAgent?: string | null | undefined };

/** A browser in which someone is signed in. */
type OpenBrowser = Device & {
  id: string;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** Whether the request came from this browser. */
  current: boolean;
};

/** What the audit log and the log keep of a browser: its kind, and roughly its network. */
export const seenBrowser = ({ address, userAgent }: Browser) => ({
  ...browserOf(userAgent ?? null),
  network: networkOf(address),
});

/** The network of an IP address: its /24, or /48 for IPv6. Anything else is returned unchanged. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === "ipv4" ? 24 : 48;
  const text = `${parsed.toString()}/${bits}`;
  const network =
    parsed.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(text)
      : ipaddr.IPv6.networkAddressFromCIDR(text);
  return `${network.toString()}/${bits}`;
}

const MAX_USER_AGENT_CHARS = 300;
const MAX_LISTED = 100;

/** SQL condition: the session is neither revoked nor expired. */
export const isLive = ({ table, idleHours }: Kind): SQL =>
  sql`${table.revokedAt} is null and ${table.expiresAt} > now()
    and ${table.lastSeenAt} > now() - make_interval(hours => ${idleHours})`;

/** The columns of a new session in this browser. */
export const newSession = ({ maxHours }: Kind, { address, userAgent }: Browser) => ({
  id: newId(),
  address,
  userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
  expiresAt: sql`now() + make_interval(hours => ${maxHours})`,
});

/** SQL condition: the session's last use was recorded more than a minute ago, by the database's clock. */
export const isUseRecordingDue = ({ table }: Kind): SQL<boolean> =>
  sql`${table.lastSeenAt} <= now() - interval '1 minute'`;

/** Records that a session is in use, at most once a minute. */
export const recordUse = (kind: Kind, id: string) =>
  db()
    .update(kind.table)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(kind.table.id, id), isUseRecordingDue(kind)));

/** An owner's live sessions, the current one first, each with the `extra` column. */
export async function listLive<T>(
  kind: Kind,
  ownerId: string,
  currentId: string,
  extra: SQL<T>,
): Promise<(OpenBrowser & { extra: T })[]> {
  const { table, owner } = kind;
  const rows = await db()
    .select({
      id: table.id,
      userAgent: table.userAgent,
      address: table.address,
      createdAt: table.createdAt,
      lastSeenAt: table.lastSeenAt,
      extra,
    })
    .from(table)
    .where(and(eq(owner, ownerId), isLive(kind)))
    .orderBy(desc(eq(table.id, currentId)), desc(table.lastSeenAt))
    .limit(MAX_LISTED);
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    ...browserOf(userAgent),
    current: row.id === currentId,
  }));
}

/** Revokes an owner's live sessions that match, effective immediately. Returns their IP addresses. */
export const revokeLive = (
  on: Db | Tx,
  kind: Kind,
  ownerId: string,
  ...which: (SQL | undefined)[]
): Promise<{ address: string | null }[]> =>
  on
    .update(kind.table)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(kind.owner, ownerId), isLive(kind), ...which))
    .returning({ address: kind.table.address });
