import type { Line, Written } from "../../history";
import { CARD, type CardName, GIFT, HOLD, sampleMoves, transactionId } from "./moves";
import { applyMoves, GIFT_TOKEN } from "./rows";

/** A line at a time. */
export const at = (atMs: number, line: Line): Written => ({ ...line, atMs });

type Asked = {
  n: number;
  path: string;
  body?: object;
  card?: string | null;
  actor?: string;
  instance?: string;
  atMs?: number;
  number?: number;
};
export type Reply = [status: number, body: object] | "lost";

/** An attempt that ends after 20 ms. Operation `n` is asked for at `100 * n` ms by default. */
export function attempt(asked: Asked, reply: Reply): Written[] {
  const { n, path, body, card = CARD.a, actor = "till:1", instance = "one", number = 1 } = asked;
  const { atMs = 100 * n } = asked;
  const made = body
    ? { method: "POST", body, key: `key-${n}` }
    : { method: "GET", body: null, key: null };
  const attempted = { n, attempt: number };
  return [
    at(atMs, { kind: "ask", ...attempted, actor, instance, verb: path, path, card, ...made }),
    reply === "lost"
      ? at(atMs + 20, { kind: "lost", ...attempted, reason: "ECONNRESET" })
      : at(atMs + 20, { kind: "answer", ...attempted, status: reply[0], body: reply[1] }),
  ];
}

export const cardView = (card: CardName, balanceCents: number, status = "active") => ({
  uuid: CARD[card],
  balanceCents,
  availableCents: balanceCents,
  status,
});

const MOVED = applyMoves(sampleMoves());

/** The answer to the operation, as the untouched ledger has it. */
function moved(n: number): Reply {
  const row = MOVED.find((one) => one.n === n && one.card === "a");
  if (!row) throw new Error(`Operation ${n} moved nothing.`);
  const { id, type, amountCents, balanceCents, sequence } = row;
  const shown = { id, cardUuid: CARD.a, type, amountCents, sequence };
  const transaction = { ...shown, balanceAfterCents: balanceCents };
  return [200, { card: cardView("a", balanceCents), transaction }];
}

const V1 = "/api/v1/cards";
const [A, B] = [`${V1}/${CARD.a}`, `${V1}/${CARD.b}`];
const NEW = { path: V1, body: { currency: "USD" }, card: null };
const cents = (amountCents: number) => ({ amountCents });
const debit = { path: `${A}/debit`, body: cents(100) };
const retried = { n: 4, ...debit, atMs: 450, number: 2 };

const receipt = {
  transactionId: transactionId(16),
  amountCents: 20,
  balanceAfterCents: 530,
  card: { uuid: CARD.a },
};
const [TRANSFERS, GIFTS] = ["/api/v1/transfers", "/api/wallet/gifts"];
const giftSent = { id: GIFT, cardUuid: CARD.a, amountCents: 50 };
const REFUSED = { error: "insufficient_balance", balanceCents: 600 };

/** What was asked for, and the answers. */
export const sampleRequests = (): Written[] => [
  ...attempt({ n: 1, ...NEW }, [201, cardView("a", 0, "inactive")]),
  ...attempt({ n: 2, path: `${A}/activate`, body: cents(1_000) }, [200, cardView("a", 1_000)]),
  ...attempt({ n: 3, path: `${A}/debit`, body: cents(300) }, moved(3)),
  ...attempt({ n: 4, ...debit }, "lost"),
  ...attempt(retried, moved(4)),
  ...attempt({ n: 5, path: `${A}/balance` }, [200, cardView("a", 600)]),
  ...attempt({ n: 6, path: `${A}/debit`, body: cents(5_000) }, [400, REFUSED]),
  ...attempt(
    { n: 7, path: "/api/v1/reversals", body: { transactionId: transactionId(3) } },
    moved(7),
  ),
  ...attempt({ n: 8, ...NEW }, [201, cardView("b", 0, "inactive")]),
  ...attempt({ n: 9, path: `${B}/activate`, body: cents(500) }, [200, cardView("b", 500)]),
  ...attempt({ n: 10, path: `${A}/holds`, body: cents(200) }, [201, { id: HOLD }]),
  ...attempt({ n: 11, path: `/api/v1/holds/${HOLD}/capture`, body: cents(200) }, moved(11)),
  ...attempt({ n: 12, path: TRANSFERS, body: { fromCardUuid: CARD.a, ...cents(100) } }, moved(12)),
  ...attempt({ n: 13, path: GIFTS, body: { cardUuid: CARD.a, ...cents(50) } }, [201, giftSent]),
  ...attempt({ n: 14, path: `${GIFTS}/accept`, body: { token: GIFT_TOKEN } }, [200, {}]),
  ...attempt({ n: 15, path: `${B}/disable`, body: {} }, [200, cardView("b", 600, "disabled")]),
  ...attempt(
    {
      n: 16,
      path: `/api/till/cards/${CARD.a}/redeem`,
      actor: "device:1",
      body: { amountCents: 2_000, receiptNumber: "R-1" },
    },
    [200, { receipt, card: cardView("a", 530) }],
  ),
];
