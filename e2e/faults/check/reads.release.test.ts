import { TRANSFER, transactionId } from "./sample/moves";
import { attempt, cardView } from "./sample/requests";
import { addingLines, answering, balanceOfA, type Case, drop, testFound } from "./sample/tamper";

const READS: Case[] = [
  [
    "a read is older than what was acknowledged",
    answering(5, 200, cardView("a", 700)),
    ["reads"],
    /operation 5: card .* was shown 700 active, and was 600 active/,
  ],
  [
    "a read is older than an earlier read",
    {
      lines: (lines) => {
        drop(lines, (line) => line.kind === "answer" && line.n === 4);
        lines.push(...balanceOfA(200, 425, 600), ...balanceOfA(201, 446, 700));
      },
    },
    ["answers", "reads"],
    /operation 201: .* was shown 700/,
  ],
  [
    "a read shows what was asked for later",
    addingLines(...balanceOfA(200, 250, 700)),
    ["reads"],
    /was shown 700 active, and was 1000 active/,
  ],
  [
    "a read shows the wrong status",
    answering(5, 200, cardView("a", 600, "disabled")),
    ["reads"],
    /was shown 600 disabled/,
  ],
  [
    "a card was disabled, and is shown active",
    addingLines(
      ...attempt({ n: 200, atMs: 1_900, path: "/api/v1/cards" }, [200, cardView("b", 600)]),
    ),
    ["reads"],
    /was shown 600 active, and was 600 disabled/,
  ],
  [
    "a balance is negative",
    answering(5, 200, cardView("a", -1)),
    ["reads"],
    /was shown with a balance of -1/,
  ],
  [
    "more is available than there is",
    answering(5, 200, { ...cardView("a", 600), availableCents: 601 }),
    ["reads"],
    /601 available of 600/,
  ],
  [
    "a movement's answer has a later balance",
    answering(3, 200, { ...cardView("a", 1_000) }),
    ["reads"],
    /was answered with 1000, not 700/,
  ],
  [
    "a card is shown that isn't there",
    addingLines(...attempt({ n: 200, path: "/" }, [200, { uuid: TRANSFER, balanceCents: 1 }])),
    ["reads"],
    /isn't in the ledger/,
  ],
  [
    "a transaction is shown with another amount",
    addingLines(
      ...attempt({ n: 200, path: "/" }, [
        200,
        { id: transactionId(3), amountCents: 1, balanceAfterCents: 700 },
      ]),
    ),
    ["acknowledged"],
    /its amount is 300, not 1/,
  ],
];

testFound(READS);
