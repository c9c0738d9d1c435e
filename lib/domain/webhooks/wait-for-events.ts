import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { BEFORE_ALL_IDS, firstIdAt } from "@/lib/base/ids";
import { decodeCursor, encodeCursor } from "@/lib/base/page";
import { ofCurrentBucket } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { limitReads } from "@/lib/domain/limits/reads-under-way";
import type { SUBSCRIBABLE_EVENTS } from "./webhook";

/** Less than the time-outs of load balancers. */
export const MAX_WAIT_SECONDS = 25;
const MAX_EVENTS = 100;
const POLL_EVERY_MS = 500;
const MAX_WAITING_PER_STORE = 10;
const MAX_WAITING = 500;
/**
 * How long after its id was made an event can still commit: the longest transaction, and the difference
 * between the clocks of servers.
 */
const LATE_MS = 5 * 60_000;

export type WaitedEvent = {
  id: string;
  event: (typeof SUBSCRIBABLE_EVENTS)[number];
  /** The body of a webhook request. */
  body: string;
};

export type EventsPage = { events: WaitedEvent[]; cursor: string };

/**
 * The event that was read last, by the transaction that wrote it (`xid`) and its id. Ids and times can't be
 * cursors, because later ones can commit earlier. `sinceMs`: ids from before that time (epoch ms) were read. At
 * `markMs`, transactions below `markEnd` had begun: once they have ended, all ids from before then were read.
 */
type Position = { xid: number; id: string; sinceMs: number; markEnd: number; markMs: number };

type Found = { events: WaitedEvent[]; position: Position };

type Waiter = {
  merchantId: string;
  position: Position;
  deadlineMs: number;
  isStopping: () => boolean;
  resolve: (found: Found) => void;
  reject: (error: unknown) => void;
};

/** Finds nothing, so that a new listener gets only later events. */
const atTheEnd = (): Position => ({
  xid: Number.MAX_SAFE_INTEGER,
  id: BEFORE_ALL_IDS,
  sinceMs: Date.now(),
  markEnd: 0,
  markMs: Date.now(),
});

// On globalThis, because routes and the server can each have a copy of this module.
const WAITERS_SYMBOL = Symbol.for("scrip.event-waiters");
const globals = globalThis as { [WAITERS_SYMBOL]?: Map<string, Set<Waiter>> };

/** Those who wait for events of stores in the current bucket, and how many wait in all. */
function waiters(): { here: Set<Waiter>; total: number } {
  globals[WAITERS_SYMBOL] ??= new Map();
  const byBucket = globals[WAITERS_SYMBOL];
  const here = ofCurrentBucket(byBucket, () => new Set<Waiter>());
  return { here, total: [...byBucket.values()].reduce((sum, { size }) => sum + size, 0) };
}

/**
 * A store's events after a cursor, each exactly once: at most 100. Waits up to `waitSeconds` for the first, without
 * a connection to the database. Ends sooner when the process is stopping. Refuses: invalid_request (the
 * cursor), rate_limited (too many are waiting).
 */
export async function waitForEvents(
  { merchantId, principal }: Ctx,
  { after, waitSeconds }: { after?: string | undefined; waitSeconds: number },
  isStopping: () => boolean,
): Promise<EventsPage> {
  const start = after === undefined ? atTheEnd() : positionOf(after, merchantId);
  const [first] = await limitReads(principal, () => look([{ merchantId, position: start }]));
  let found: Found = first ?? { events: [], position: start };
  if (after !== undefined && waitSeconds > 0 && found.events.length === 0 && !isStopping()) {
    found = await wait({
      merchantId,
      position: found.position,
      deadlineMs: performance.now() + waitSeconds * 1_000,
      isStopping,
    });
  }
  return { events: found.events, cursor: cursorOf(found.position, merchantId) };
}

function wait(waiter: Omit<Waiter, "resolve" | "reject">): Promise<Found> {
  const { here, total } = waiters();
  const ofStore = [...here].filter(({ merchantId }) => merchantId === waiter.merchantId);
  if (ofStore.length >= MAX_WAITING_PER_STORE || total >= MAX_WAITING) {
    throw new Refusal("rate_limited", {
      message: "Too many requests are waiting for events. Retry in 5 seconds.",
      headers: { "Retry-After": "5" },
    });
  }
  return new Promise((resolve, reject) => {
    here.add({ ...waiter, resolve, reject });
    if (here.size === 1) void poll(here);
  });
}

/** Looks for the events of everyone who waits in a bucket, until nobody does. */
async function poll(all: Set<Waiter>): Promise<void> {
  while (all.size > 0) {
    await sleep(POLL_EVERY_MS);
    const waiting = [...all];
    try {
      const looks = await look(waiting);
      for (const [n, waiter] of waiting.entries()) {
        const found = looks[n];
        if (!found) continue;
        waiter.position = found.position;
        const isOver = performance.now() >= waiter.deadlineMs || waiter.isStopping();
        if (found.events.length === 0 && !isOver) continue;
        all.delete(waiter);
        waiter.resolve(found);
      }
    } catch (error) {
      for (const waiter of waiting) {
        all.delete(waiter);
        waiter.reject(error);
      }
    }
  }
}

type Snapshot = { n: number; horizon: number; end: number };
type Row = Snapshot & WaitedEvent & { xid: number; cardId: string; seq: number };

/**
 * Finds the next events of several stores of the bucket. Reads only what transactions below the snapshot's lowest running one
 * wrote: nothing can be added to it. A later event waits until the earlier transactions end.
 */
async function look(of: Pick<Waiter, "merchantId" | "position">[]): Promise<Found[]> {
  const nowMs = Date.now();
  const rows = await pg()<(Row | (Snapshot & { id: null }))[]>`
    with snapshot as (
      select pg_snapshot_xmin(s)::text::bigint as horizon, pg_snapshot_xmax(s)::text::bigint as "end"
      from pg_current_snapshot() s
    )
    select w.n, s.horizon::float8 as horizon, s."end"::float8 as "end", found.*
    from snapshot s cross join unnest(
      ${of.map((_, n) => n)}::int[], ${of.map(({ merchantId }) => merchantId)}::uuid[],
      ${of.map(({ position }) => position.xid)}::bigint[],
      ${of.map(({ position }) => position.id)}::uuid[],
      ${of.map(({ position }) => firstIdAt(position.sinceMs))}::uuid[]
    ) as w (n, merchant_id, xid, id, first_id)
    left join lateral (
      select e.id, e.event, e.card_id as "cardId", e.sequence::float8 as seq,
        x.xid::float8 as xid, event_body(row(e.*)::events) as body
      from events e cross join lateral (
        -- A row's xmin has 32 of its 64 bits; the others are those of a number near the horizon.
        select s.horizon - 2147483648
          + mod(e.xmin::text::bigint - mod(s.horizon, 4294967296) + 6442450944, 4294967296) as xid) x
      where e.merchant_id = w.merchant_id and e.id >= w.first_id
        and x.xid < s.horizon and (x.xid, e.id) > (w.xid, w.id)
      order by x.xid, e.id limit ${MAX_EVENTS}) found on true
    order by w.n, found.xid, found.id`;
  return of.map(({ position }, n) => {
    const mine = rows.filter((row) => row.n === n);
    const found = mine.filter((row): row is Row => row.id !== null);
    const events = inOrderOfCards(found).map(({ id, event, body }) => ({ id, event, body }));
    const last = found.at(-1);
    // A full page can be followed by more of the same transaction, with ids as early.
    if (last && found.length === MAX_EVENTS) {
      return { events, position: { ...position, xid: last.xid, id: last.id } };
    }
    const { horizon = 0, end = 0 } = mine[0] ?? {};
    // What a new listener starts after can be ahead of the horizon.
    const xid = Math.max(horizon, Math.min(position.xid, end));
    const mark =
      horizon < position.markEnd
        ? {}
        : { sinceMs: position.markMs - LATE_MS, markEnd: end, markMs: nowMs };
    return { events, position: { ...position, xid, id: BEFORE_ALL_IDS, ...mark } };
  });
}

/** Sorts the events of each card by sequence, which is not always the order of their transactions. */
function inOrderOfCards(rows: Row[]): Row[] {
  const byCard = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => a.seq - b.seq)) {
    byCard.set(row.cardId, [...(byCard.get(row.cardId) ?? []), row]);
  }
  return rows.map((row) => byCard.get(row.cardId)?.shift() ?? row);
}

const listOf = (merchantId: string) => JSON.stringify({ list: "test events", merchantId });

const cursorOf = ({ id, ...position }: Position, merchantId: string): string => {
  const { xid, sinceMs, markEnd, markMs } = position;
  return encodeCursor(id, [xid, sinceMs, markEnd, markMs].join("."), listOf(merchantId));
};

function positionOf(cursor: string, merchantId: string): Position {
  const { id, key } = decodeCursor(cursor, listOf(merchantId), "after");
  const [xid = 0, sinceMs = 0, markEnd = 0, markMs = 0] = String(key).split(".").map(Number);
  return { id, xid, sinceMs, markEnd, markMs };
}
