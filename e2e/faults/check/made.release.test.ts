import type { Written } from "../history";
import type { Tampering } from "./sample/history";
import { CARD, CASHIER, DEVICE, KEY, TRANSFER } from "./sample/moves";
import { attempt, type Reply } from "./sample/requests";
import type { Row } from "./sample/rows";
import { addingLines, type Case, changing, testAllowed, testFound } from "./sample/tamper";

const V1 = "/api/v1/cards";
const onA = (verb: string, n: number, reply: Reply, body: object = {}, atMs = 100 * n): Written[] =>
  attempt({ n, path: `${V1}/${CARD.a}/${verb}`, body, atMs }, reply);

/** Adds rows like the first one of the table. */
const addingRows = (table: string, ...rows: Row[]): Tampering => ({
  rows: (tables) => {
    const [first] = tables[table] ?? [];
    tables[table] = [...(tables[table] ?? []), ...rows.map((row) => ({ ...first, ...row }))];
  },
});

const NEW_CARD = { id: TRANSFER, balance_cents: 0, sequence: 0, status: "inactive" };
const NEW_HOLD = { id: TRANSFER, captured_cents: 0, status: "released" };
const HOLD_17 = { ...NEW_HOLD, reference_id: "op-17" };
const holdA = (reply: Reply, amountCents = 200) =>
  addingLines(...onA("holds", 17, reply, { amountCents }));
const LIMITED: Reply = [429, { error: "rate_limited" }];
const createCard = (n: number, ...replies: Reply[]) =>
  replies.flatMap((reply, i) =>
    attempt({ n, path: V1, body: {}, card: null, number: i + 1, atMs: 100 * n + 50 * i }, reply),
  );
const createBatch = (quantity: number, reply: Reply = [201, { id: KEY }]) =>
  addingLines(...attempt({ n: 17, path: "/api/v1/batches", body: { quantity } }, reply));
const BATCHED = addingRows("cards", { ...NEW_CARD, batch_id: KEY });

testFound([
  ["an operation made two holds", addingRows("holds", NEW_HOLD), ["made"], /10 made 2 holds/],
  ["a hold wasn't asked for", addingRows("holds", HOLD_17), ["made"], /wasn't asked for/],
  [
    "a hold is of another amount",
    { ...addingRows("holds", HOLD_17), ...holdA([201, { id: TRANSFER }], 100) },
    ["made"],
    /is of 200, not 100/,
  ],
  [
    "a hold was made after too many requests",
    { ...addingRows("holds", HOLD_17), ...holdA(LIMITED) },
    ["made"],
    /operation 17 was refused, and made hold/,
  ],
  ["a card wasn't asked for", addingRows("cards", NEW_CARD), ["made"], /wasn't asked for/],
  [
    "a card was made after too many requests",
    { ...addingRows("cards", NEW_CARD), ...addingLines(...createCard(17, LIMITED)) },
    ["made"],
    /wasn't asked for/,
  ],
  [
    "two attempts made a card each",
    {
      ...addingRows("cards", NEW_CARD, { ...NEW_CARD, id: KEY }),
      ...addingLines(...createCard(17, [201, { uuid: TRANSFER }], [201, { uuid: KEY }])),
    },
    ["made"],
    /operation 17 made 2 cards/,
  ],
  [
    "the attempt whose answer was lost made a card, too",
    {
      ...addingRows("cards", NEW_CARD, { ...NEW_CARD, id: KEY }),
      ...addingLines(...createCard(17, "lost", [201, { uuid: TRANSFER }])),
    },
    ["made"],
    new RegExp(`card ${KEY} wasn't asked for`),
  ],
  [
    "two operations got one card",
    addingLines(...createCard(17, [201, { uuid: CARD.b }])),
    ["made"],
    /is that of several operations/,
  ],
  ["a batch wasn't asked for", BATCHED, ["made"], /batch .* wasn't asked for/],
  ["a batch lacks a card", { ...BATCHED, ...createBatch(2) }, ["made"], /has 1 cards, not 2/],
] satisfies Case[]);

const isA = ({ id }: Row) => id === CARD.a;
const FROZEN = changing("cards", isA, { frozen_reason: "Lost" });
const HELD = addingRows("holds", { ...HOLD_17, status: "expired" });
const freeze = (n: number, reply: Reply = [200, {}]) => onA("freeze", n, reply);
const unfreeze = (n: number, reply: Reply = [200, {}]) => onA("unfreeze", n, reply);
const closeDay = attempt({ n: 17, path: "/api/till/closings", body: { number: 1 } }, [
  200,
  { closing: { number: 1, device: { id: DEVICE } } },
]);

testFound([
  [
    "a card that was frozen isn't",
    addingLines(...unfreeze(17), ...freeze(18)),
    ["outcomes"],
    /operation 18: card .* is not frozen/,
  ],
  [
    "a card that was unfrozen is frozen",
    { ...FROZEN, ...addingLines(...freeze(17), ...unfreeze(18)) },
    ["outcomes", "shop"],
    /operation 18: card .* is frozen/,
  ],
  [
    "a card that was disabled isn't",
    addingLines(...onA("disable", 17, [200, {}])),
    ["outcomes"],
    /was disabled, and is active/,
  ],
  [
    "a card that was replaced isn't",
    addingLines(...onA("replace", 17, [201, { card: { uuid: TRANSFER } }])),
    ["outcomes"],
    /was replaced by .*, and has null/,
  ],
  [
    "a hold that was released expired",
    {
      ...HELD,
      ...addingLines(
        ...onA("holds", 17, [201, { id: TRANSFER }], { amountCents: 200 }),
        ...attempt({ n: 18, path: `/api/v1/holds/${TRANSFER}/release`, body: {} }, [200, {}]),
      ),
    },
    ["outcomes"],
    /was released, and is expired/,
  ],
  [
    "a card that was claimed has no owner",
    addingLines(...onA("claim", 17, [200, {}])),
    ["outcomes"],
    /was claimed, and has no owner/,
  ],
  [
    "a day that was closed isn't",
    addingLines(...closeDay),
    ["outcomes"],
    /closing 1 of till .* isn't/,
  ],
] satisfies Case[]);

testAllowed([
  [
    "a card is as it was last acknowledged",
    {
      ...changing("cards", isA, { owner_id: CASHIER }),
      ...addingLines(...freeze(17), ...unfreeze(18), ...onA("claim", 19, [200, {}])),
    },
  ],
  [
    "two requests at the same time may freeze and unfreeze a card in any order",
    addingLines(...unfreeze(17), ...onA("freeze", 18, [200, {}], {}, 1_690)),
  ],
  ["a batch has its cards", { ...BATCHED, ...createBatch(1) }],
  [
    "a day was closed",
    {
      ...addingLines(...closeDay),
      ...addingRows("till_closings", { device_id: DEVICE, number: 1 }),
    },
  ],
  ["too many requests made nothing", addingLines(...onA("debit", 17, LIMITED, { amountCents: 5 }))],
]);
