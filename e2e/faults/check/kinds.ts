import type { Ask } from "../history";

/**
 * What a request does to the ledger. `moves` are the types of transactions that it can make, and `perCard` says that
 * it makes one on each card that it names. All other requests move nothing.
 */
export type Kind = { name: string; moves: readonly string[]; perCard?: true; readsAfter?: true };

const IDS = /[0-9a-fA-F-]{36}/g;
const ID = ":id";

const BOTH_SIDES = ["transfer_out", "transfer_in"];

/** By method and path; the path without its query. A till's answer shows the card as it is when it is answered. */
const KINDS: readonly [path: string, Kind][] = [
  [`/api/v1/cards/${ID}/activate`, { name: "activate", moves: ["load"] }],
  ["/api/v1/cards/load", { name: "load", moves: ["load"] }],
  [`/api/v1/cards/${ID}/credit`, { name: "credit", moves: ["load"] }],
  [`/api/v1/cards/${ID}/debit`, { name: "redeem", moves: ["spend"] }],
  ["/api/v1/cards/redeem", { name: "redeem", moves: ["spend"] }],
  [`/api/v1/cards/${ID}/disable`, { name: "disable", moves: ["spend"] }],
  [`/api/v1/cards/${ID}/replace`, { name: "replace", moves: BOTH_SIDES }],
  [`/api/v1/holds/${ID}/capture`, { name: "capture", moves: ["spend"] }],
  ["/api/v1/reversals", { name: "reverse", moves: ["load", "spend"] }],
  ["/api/v1/store-credit", { name: "store credit", moves: ["load"] }],
  ["/api/v1/transfers", { name: "transfer", moves: BOTH_SIDES }],
  ["/api/till/cards", { name: "sell", moves: ["load"], readsAfter: true }],
  [`/api/till/cards/${ID}/load`, { name: "load", moves: ["load"], readsAfter: true }],
  [`/api/till/cards/${ID}/redeem`, { name: "redeem", moves: ["spend"], readsAfter: true }],
  [`/api/till/cards/${ID}/refund`, { name: "credit", moves: ["load"], readsAfter: true }],
  ["/api/till/reversals", { name: "reverse", moves: ["load", "spend"], readsAfter: true }],
  ["/api/wallet/gifts", { name: "send gift", moves: ["gift_sent"] }],
  ["/api/wallet/gifts/accept", { name: "settle gift", moves: ["gift_received"] }],
  ["/api/wallet/gifts/decline", { name: "settle gift", moves: ["gift_received"] }],
  [`/api/wallet/gifts/${ID}/cancel`, { name: "settle gift", moves: ["gift_received"] }],
  ["/api/wallet/transfers", { name: "transfer", moves: BOTH_SIDES }],
  ["/api/portal/cards", { name: "create cards", moves: ["load"], perCard: true }],
  [`/api/portal/cards/${ID}/activate`, { name: "activate", moves: ["load"] }],
  [`/api/portal/cards/${ID}/write-off`, { name: "write off", moves: ["spend"] }],
  [
    `/api/portal/batches/${ID}/activate`,
    { name: "activate batch", moves: ["load"], perCard: true },
  ],
  ["/api/portal/cards/bulk/activate", { name: "activate", moves: ["load"], perCard: true }],
  ["/api/portal/cards/bulk/disable", { name: "disable", moves: ["spend"], perCard: true }],
  ["/api/portal/reports/write-off", { name: "write off", moves: ["spend"], perCard: true }],
  ["/api/portal/platform/settle", { name: "settle shop", moves: ["load", "spend"] }],
];

const BY_PATH = new Map(KINDS);

export const pathOf = ({ path }: Pick<Ask, "path">): string => path.split("?")[0] ?? path;

/** What a request does to the ledger; null if it moves no money. */
export function kindOf(ask: Pick<Ask, "method" | "path">): Kind | null {
  if (ask.method !== "POST") return null;
  return BY_PATH.get(pathOf(ask).replace(IDS, ID)) ?? null;
}

/** The ids that a request names in its path and body, such as those of cards. */
export const idsNamed = ({ path, body, card }: Ask): string[] => [
  ...(path.match(IDS) ?? []),
  ...(JSON.stringify(body)?.match(IDS) ?? []),
  ...(card ? [card] : []),
];
