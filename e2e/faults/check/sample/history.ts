import type { Written } from "../../history";
import {
  CARD,
  CASHIER,
  DEVICE,
  KEY,
  type Move,
  OTHER_STORE,
  STORE,
  sampleMoves,
  WEBHOOK,
} from "./moves";
import { at, attempt, cardView, type Reply, sampleRequests } from "./requests";
import { applyMoves, ledgerRows, type Row, STARTED_MS } from "./rows";

export const AT_REST_MS = 100_000;
export const FAULT_MS = { begins: 20_000, ends: 21_000 };

const SUBSCRIBED = ["card.balance_changed", "card.activated"];
const NO_LIMITS = { maxMovementOutCents: null, maxDayOutCents: null };

/** What a test does to the history. */
export type Tampering = {
  /** Changes what the ledger did, as if it were so. */
  moves?: (moves: Move[]) => void;
  /** Changes single rows of the snapshot at rest. */
  rows?: (rows: Record<string, Row[]>) => void;
  /** Changes what was written otherwise, without the snapshot. */
  lines?: (lines: Written[]) => void;
};

const stores = (): Written[] => [
  at(1, {
    kind: "store",
    merchantId: STORE,
    about: {
      shop: "shop",
      webhooks: [{ id: WEBHOOK, events: SUBSCRIBED }],
      keys: [{ id: KEY, actor: `key:${KEY}`, limits: { ...NO_LIMITS, maxDayOutCents: 5_000 } }],
      cashiers: [{ id: CASHIER, actor: `cashier:${CASHIER}`, limits: NO_LIMITS }],
      agreements: [{ otherMerchantId: OTHER_STORE, maxTransferCents: 100, maxDayCents: 100 }],
      devices: [{ id: DEVICE, limits: { ...NO_LIMITS, maxDayOutCents: 20 } }],
    },
  }),
  at(1, { kind: "store", merchantId: OTHER_STORE, about: { shop: null, webhooks: [] } }),
];

/** The webhook's deliveries of these events, each right after it. */
const deliveries = (events: readonly Row[]): Written[] =>
  events
    .filter(({ merchant_id, event }) => merchant_id === STORE && SUBSCRIBED.includes(`${event}`))
    .map((event) => {
      const data = {
        cardUuid: event.card_id,
        amountCents: event.amount_cents,
        currency: "USD",
        newBalanceCents: event.new_balance_cents,
        consumerEmail: null,
      };
      const about = { id: event.id, event: event.event, sequence: event.sequence };
      const timestamp = event.created_at;
      return at(Date.parse(`${timestamp}`) - STARTED_MS + 100, {
        kind: "delivered",
        receiver: "alpha",
        webhookId: WEBHOOK,
        eventId: `${event.id}`,
        body: { ...about, transactionId: event.transaction_id, timestamp, data },
        isSigned: true,
        answered: 204,
      });
    });

const FAULT = { name: "kill app", afterMs: 0, lastsMs: 1_000, seed: 1 } as const;

/** An instance is killed and back; both are probed all the time. */
function faultAndProbes(balanceCents: number): Written[] {
  const path = `/api/v1/cards/${CARD.a}/balance`;
  const answer: [number, object] = [200, cardView("a", balanceCents)];
  const probe = (instance: string, n: number, atMs: number, number = 1, reply: Reply = answer) =>
    attempt({ n, path, actor: `probe:${instance}`, instance, atMs, number }, reply);
  return [
    ...probe("one", 100, 19_000),
    ...probe("two", 101, 19_500),
    at(FAULT_MS.begins, { kind: "fault", phase: "begins", id: 1, fault: FAULT }),
    ...probe("one", 102, 20_500, 1, "lost"),
    at(FAULT_MS.ends, {
      kind: "fault",
      phase: "ends",
      id: 1,
      fault: FAULT,
      detail: { instance: "one" },
    }),
    ...probe("two", 103, 21_200),
    ...probe("one", 102, 22_000, 2),
  ];
}

const samples = (): Written[] =>
  Array.from({ length: 9 }, (_, i) =>
    at(23_000 + 8_000 * i, {
      kind: "sample",
      instance: "one",
      pid: 7,
      rssBytes: 200 * 1024 ** 2,
      handles: 60,
    }),
  );

const atRest = (moves: readonly Move[]): Written[] => [
  ...[...new Map(applyMoves(moves).map((one) => [one.card, one])).values()]
    .filter(({ card }) => card !== "b")
    .map(({ card, balanceCents }) =>
      at(AT_REST_MS - 100, {
        kind: "shopCard",
        shop: "shop",
        cardId: CARD[card],
        balanceCents,
        enabled: true,
      }),
    ),
  at(AT_REST_MS - 50, { kind: "verify", ok: true, problems: [] }),
];

/** The rows as one snapshot. */
export const snapshot = (atMs: number, rows: Record<string, Row[]>, atRest: boolean): Written[] => [
  at(atMs, { kind: "snapshot", phase: "begins", atRest }),
  ...Object.entries(rows).flatMap(([table, list]) =>
    list.map((row) => at(atMs, { kind: "row", table, row })),
  ),
  at(atMs, { kind: "snapshot", phase: "ends", atRest }),
];

/** A small history of all checks' subjects, which is valid without tampering. */
export function sampleHistory({
  moves: move,
  rows: change,
  lines: edit,
}: Tampering = {}): Written[] {
  const moves = sampleMoves();
  move?.(moves);
  const rows: Record<string, Row[]> = ledgerRows(moves);
  const delivered = deliveries(rows.events ?? []);
  rows.webhook_deliveries = delivered.flatMap((line) =>
    line.kind === "delivered"
      ? [{ id: line.eventId, webhook_id: WEBHOOK, event_id: line.eventId, status: "delivered" }]
      : [],
  );
  change?.(rows);
  const balanceCents = applyMoves(moves).findLast(({ card }) => card === "a")?.balanceCents ?? 0;
  const lines = [
    at(0, {
      kind: "run",
      seed: 1,
      startedAt: new Date(STARTED_MS).toISOString(),
      version: "1",
    }),
    ...stores(),
    ...sampleRequests(),
    ...delivered,
    ...faultAndProbes(balanceCents),
    ...samples(),
    ...atRest(moves),
  ];
  edit?.(lines);
  return [...lines, ...snapshot(AT_REST_MS, rows, true)].sort((a, b) => a.atMs - b.atMs);
}
