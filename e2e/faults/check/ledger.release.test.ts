import { snapshot } from "./sample/history";
import { CARD, DEBITED, HOLD, move, TRANSFER, transactionId } from "./sample/moves";
import { attempt } from "./sample/requests";
import type { Row } from "./sample/rows";
import {
  adding,
  addingLines,
  type Case,
  changing,
  debitOfA,
  drop,
  dropping,
  isTransaction,
  testFound,
} from "./sample/tamper";

const LEDGER: Case[] = [
  [
    "an acknowledged movement is missing",
    { moves: (moves) => void drop(moves, ({ n }) => n === 16) },
    ["acknowledged", "reads"],
    /operation 16: it was acknowledged, and isn't in the ledger/,
  ],
  [
    "a movement was made twice",
    adding("spend", 20, "redemption", { reference_id: "R-1" }),
    ["acknowledged"],
    /operation 16: it is in the ledger more than once/,
  ],
  [
    "a movement is of another amount than was asked for",
    {
      lines: (lines) => {
        const ask = lines.find((line) => line.kind === "ask" && line.n === 16);
        Object.assign(ask ?? {}, { body: { amountCents: 19, receiptNumber: "R-1" } });
      },
    },
    ["acknowledged"],
    /is of 20/,
  ],
  [
    "a movement wasn't asked for",
    adding("spend", 10, "redemption", { reference_id: null }),
    ["asked for"],
    /wasn't asked for/,
  ],
  [
    "a movement has the reference of nobody",
    adding("spend", 10, "redemption", { reference_id: "op-99999" }),
    ["asked for"],
    /wasn't asked for/,
  ],
  [
    "a refused operation was carried out",
    adding("spend", 5_0, "redemption", { reference_id: "op-6" }),
    ["acknowledged"],
    /operation 6: it was refused, and is in the ledger/,
  ],
  [
    "an operation was carried out after too many requests",
    {
      ...adding("spend", 10, "redemption", { reference_id: "op-17" }),
      ...addingLines(...attempt({ n: 17, ...debitOfA }, [429, { error: "rate_limited" }])),
    },
    ["acknowledged"],
    /operation 17: it was refused, and is in the ledger/,
  ],
  [
    "two attempts got different transactions",
    addingLines(
      ...attempt({ n: 4, ...debitOfA, atMs: 480, number: 3 }, [
        200,
        { transaction: { id: transactionId(3) } },
      ]),
    ),
    ["acknowledged", "asked for", "reads"],
    /operation 4: its answers name different transactions/,
  ],
  [
    "a created card is missing",
    addingLines(...attempt({ n: 17, path: "/api/v1/cards", body: {} }, [201, { uuid: HOLD }])),
    ["acknowledged"],
    /isn't in cards/,
  ],
  [
    "a transaction vanished",
    addingLines(...snapshot(1_650, { transactions: [{ id: transactionId(99) }] }, false)),
    ["acknowledged"],
    /a row of transactions vanished/,
  ],
  [
    "a transaction changed",
    addingLines(
      ...snapshot(1_650, { transactions: [{ id: transactionId(3), actor: "nobody" }] }, false),
    ),
    ["acknowledged"],
    /a row of transactions changed/,
  ],
];

const isHold = ({ id }: Row) => id === HOLD;

const BALANCES: Case[] = [
  [
    "a balance is wrong",
    changing("cards", ({ id }) => id === CARD.a, { balance_cents: 531 }),
    ["balances", "shop"],
    /has 531 at 8, its transactions end with 530/,
  ],
  [
    "a transaction doesn't follow from the one before",
    changing("transactions", isTransaction(13), { amount_cents: 51 }),
    ["acknowledged", "balances", "events"],
    /its balance is 550 at 7, and should be 549/,
  ],
  [
    "a sequence has a gap",
    {
      moves: (moves) => {
        moves.splice(-1, 0, move([0, "a", "disable", 0], "", []));
      },
      ...changing("cards", ({ id }) => id === CARD.a, { status: "active" }),
    },
    ["balances", "events", "reads"],
    /changes without a transaction: 8; the card is active/,
  ],
  [
    "a disabled card was redeemed",
    {
      moves: (moves) => {
        moves.push(move([17, "b", "spend", 10], "redemption", DEBITED));
      },
      ...addingLines(...attempt({ n: 17, ...debitOfA, card: CARD.b }, [200, {}])),
    },
    ["balances"],
    /it was disabled before its change 4/,
  ],
  [
    "refunds exceed their original",
    {
      ...adding("load", 101, "redemption", { original_transaction_id: transactionId(4) }),
      ...addingLines(
        ...attempt({ n: 17, path: `/api/v1/cards/${CARD.a}/credit`, body: { amountCents: 101 } }, [
          200,
          {},
        ]),
      ),
    },
    ["balances"],
    /of 100 was refunded or reversed with 101/,
  ],
  [
    "a transaction was reversed twice",
    {
      ...adding("load", 300, "redemption", {
        original_transaction_id: transactionId(3),
        source: "reversal",
      }),
      ...addingLines(...attempt({ n: 17, path: "/api/v1/reversals", body: {} }, [200, {}])),
    },
    ["balances"],
    /was reversed 2 times/,
  ],
  [
    "a hold was captured twice",
    {
      ...adding("spend", 10, "redemption", { hold_id: HOLD }),
      ...addingLines(
        ...attempt({ n: 17, path: `/api/v1/holds/${HOLD}/capture`, body: {} }, [200, {}]),
      ),
    },
    ["balances"],
    /was captured 2 times/,
  ],
  [
    "more is held than the holds say",
    changing("cards", ({ id }) => id === CARD.a, { held_cents: 5 }),
    ["balances"],
    /5 is held, its holds are of 0/,
  ],
  [
    "more is held than the card has",
    {
      rows: (rows) => {
        Object.assign(rows.cards?.[0] ?? {}, { held_cents: 600 });
        const held = { ...rows.holds?.[0], id: TRANSFER, status: "held" };
        rows.holds?.push({ ...held, amount_cents: 600, captured_cents: 0 });
      },
    },
    ["balances", "made", "shop"],
    /600 is held of 530/,
  ],
  [
    "a hold is captured with nothing",
    changing("holds", isHold, { captured_cents: 100 }),
    ["balances"],
    /is captured with 100, redeemed are 200/,
  ],
  [
    "a transfer arrived nowhere",
    { moves: (moves) => void drop(moves, ({ type }) => type === "transfer_in") },
    ["acknowledged", "balances", "reads"],
    /has the transactions transfer_out/,
  ],
  ["a transfer has one side", dropping("transfers", () => true), ["balances"], /has the sides in/],
  [
    "a gift's money is nowhere",
    changing("gifts", () => true, { settled_card_id: null, settled_transaction_id: null }),
    ["acknowledged", "asked for", "balances", "made"],
    /its money wasn't received so/,
  ],
  [
    "a gift's money is in two places",
    changing("gifts", () => true, { status: "pending" }),
    ["acknowledged", "asked for", "balances"],
    /is pending, and its money/,
  ],
];

testFound([...LEDGER, ...BALANCES]);
