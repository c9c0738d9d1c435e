import type { Tampering } from "./sample/history";
import { CREDITED, DEBITED, move, TRANSFER, transactionId } from "./sample/moves";
import { attempt } from "./sample/requests";
import type { Row } from "./sample/rows";
import {
  type Case,
  changing,
  changingLine,
  debitOfA,
  drop,
  dropping,
  testFound,
} from "./sample/tamper";

const limited = (holder: "keys" | "devices", limits: object): Tampering => ({
  lines: (lines) => {
    const store = lines.find((line) => line.kind === "store");
    const about = store?.kind === "store" ? store.about : {};
    for (const one of (about[holder] ?? []) as { limits: object }[]) one.limits = limits;
  },
});

const agreed = (limits: object): Tampering => ({
  lines: (lines) => {
    const store = lines.find((line) => line.kind === "store");
    if (store?.kind === "store")
      Object.assign((store.about.agreements as object[])[0] ?? {}, limits);
  },
});

const REVERSAL = { source: "reversal", original_transaction_id: transactionId(17) };

const isEvent =
  (n: number, name: string) =>
  ({ id }: Row) =>
    id === `${name} ${transactionId(n)}`;

const EVENTS: Case[] = [
  [
    "a transfer is too large",
    agreed({ maxTransferCents: 99 }),
    ["limits"],
    /transfer .* is of 100/,
  ],
  ["stores transfer too much", agreed({ maxDayCents: 99 }), ["limits"], /transferred 100 out/],
  [
    "a key exceeds its day",
    limited("keys", { maxDayOutCents: 449 }),
    ["limits"],
    /moved 450 out on day/,
  ],
  [
    "a key exceeds its day, and then takes it back",
    {
      moves: (moves) => {
        moves.push(move([17, "a", "spend", 100], "redemption", DEBITED));
        moves.push(move([18, "a", "load", 100], "redemption", CREDITED, REVERSAL));
      },
      lines: (lines) => {
        limited("keys", { maxDayOutCents: 549 }).lines?.(lines);
        lines.push(
          ...attempt({ n: 17, ...debitOfA, body: { amountCents: 100 } }, [200, {}]),
          ...attempt({ n: 18, path: "/api/v1/reversals", body: {} }, [200, {}]),
        );
      },
    },
    ["limits"],
    /moved 550 out on day/,
  ],
  [
    "a key exceeds its limit for one movement",
    limited("keys", { maxMovementInCents: 999 }),
    ["limits"],
    /moved 1000 in in one movement/,
  ],
  [
    "a device exceeds its day",
    limited("devices", { maxDayOutCents: 19 }),
    ["limits"],
    /moved 20 out on day/,
  ],
  [
    "an event is missing",
    dropping("events", isEvent(3, "card.debited")),
    ["events"],
    /has the events card.balance_changed, not/,
  ],
  [
    "there is an event too many",
    {
      rows: ({ events }) =>
        void events?.push({ ...events.find(isEvent(3, "card.debited")), id: "new" }),
    },
    ["events"],
    /has the events card.balance_changed, card.debited, card.debited/,
  ],
  [
    "an event has the wrong amount",
    changing("events", isEvent(3, "card.debited"), { amount_cents: 1 }),
    ["events"],
    /its amount is 1/,
  ],
  [
    "an event has the wrong balance",
    changing("events", isEvent(3, "card.debited"), { new_balance_cents: 1 }),
    ["events"],
    /its balance is 1/,
  ],
  [
    "an event was never accepted",
    changingLine("delivered", { answered: 500 }),
    ["deliveries"],
    /was never delivered; it is delivered/,
  ],
  [
    "an event was never sent",
    { lines: (lines) => void drop(lines, ({ kind }) => kind === "delivered") },
    ["deliveries"],
    /was never delivered/,
  ],
  [
    "a delivery failed",
    changing("webhook_deliveries", () => true, { status: "failed" }),
    ["deliveries"],
    /was delivered, and is failed/,
  ],
  [
    "a signature is wrong",
    changingLine("delivered", { isSigned: false }),
    ["deliveries"],
    /its signature is wrong/,
  ],
  [
    "a body isn't the event's",
    changingLine("delivered", { body: {} }),
    ["deliveries"],
    /its id is undefined/,
  ],
  [
    "something else was sent",
    changingLine("delivered", { eventId: "else" }),
    ["deliveries"],
    /it is no event of the ledger/,
  ],
  [
    "the shop has another balance",
    changingLine("shopCard", { balanceCents: 1 }),
    ["shop"],
    /has 1, and should have 530/,
  ],
  [
    "a card is off in the shop",
    changingLine("shopCard", { enabled: false }),
    ["shop"],
    /is off, and active/,
  ],
  [
    "a card isn't in the shop",
    { lines: (lines) => void drop(lines, ({ kind }) => kind === "shopCard") },
    ["shop"],
    /isn't in the shop/,
  ],
  [
    "the shop has an unknown card",
    changingLine("shopCard", { cardId: TRANSFER }),
    ["shop"],
    /isn't in the ledger/,
  ],
  [
    "a card was to be in the shop",
    dropping("platform_cards", () => true),
    ["shop"],
    /isn't to be in the shop/,
  ],
];

testFound(EVENTS);
