import { randomInt, randomUUID } from "node:crypto";
import type { Till } from "./tills";

/** Rows of the bare table, as many as the stores have cards. */
export const BARE_CARDS = 5_000;

const CENT = '{"amountCents":1}';
const NEW_CARD = '{"currency":"USD","cardType":"digital"}';

type Chosen = { merchantId: string; key: string; card: string };
type Call = { method: "GET" | "POST"; path: (chosen: Chosen) => string; body?: string };

/** What the load generator can ask for; a call that changes something carries an Idempotency-Key. */
export const CALLS = {
  noop: { method: "POST", path: () => "/noop", body: CENT },
  debit: { method: "POST", path: ({ card }) => `/api/v1/cards/${card}/debit`, body: CENT },
  credit: { method: "POST", path: ({ card }) => `/api/v1/cards/${card}/credit`, body: CENT },
  create: { method: "POST", path: () => "/api/v1/cards", body: NEW_CARD },
  balance: { method: "GET", path: ({ card }) => `/api/v1/cards/${card}/balance` },
  list: { method: "GET", path: () => "/api/v1/cards?limit=50" },
  listActive: { method: "GET", path: () => "/api/v1/cards?limit=50&status=active" },
  bareDebit: {
    method: "POST",
    path: ({ merchantId, card }) => `/debit/${merchantId}/${card}`,
    body: CENT,
  },
  bareWrite: { method: "POST", path: () => `/write/${randomInt(1, BARE_CARDS + 1)}`, body: CENT },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;

const oneOf = (texts: string[]): string => texts[randomInt(texts.length)] ?? "";

/** The bytes of one request, by a key and to a card that chance chooses of the stores. */
export function requestOf(name: CallName, tills: Till[]): string {
  const { method, path, body }: Call = CALLS[name];
  const till = tills[randomInt(tills.length)];
  if (!till) throw new Error("there is no store to call for");
  const chosen = {
    merchantId: till.merchantId,
    key: oneOf(till.keys),
    card: till.cards.length > 0 ? oneOf(till.cards) : "",
  };
  const head = `${method} ${path(chosen)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${chosen.key}\r\n`;
  if (!body) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n${body}`;
}
