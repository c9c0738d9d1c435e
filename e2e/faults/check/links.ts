import { createHash } from "node:crypto";
import { groupBy } from "./collections";
import { doneAttempt, type Index, isDone, type Operation, writtenMs } from "./index-history";
import { list, number, text } from "./json";
import { idsNamed, kindOf, pathOf } from "./kinds";
import type { GiftRow, TransactionRow } from "./rows";

/** Which operation asked for which transaction. */
export type Links = {
  ofTransaction: Map<string, Set<number>>;
  ofOperation: Map<number, Set<string>>;
};

/** The clocks of the clients and of Postgres are one machine's, and are rounded. */
export const CLOCK_SLACK_MS = 1_000;

/** The transaction that an operation's answer says that it made. */
function acknowledgedId(body: unknown): string | undefined {
  return (
    text(body, "transaction", "id") ??
    text(body, "receipt", "transactionId") ??
    text(body, "transactionId")
  );
}

/** Every transaction that an answer to this operation named as its own. */
export const acknowledgedIds = ({ attempts }: Operation): string[] => {
  const ids = attempts.flatMap(({ answer }) =>
    isDone(answer) ? acknowledgedId(answer?.body) : [],
  );
  return [...new Set(ids.filter((id) => id !== undefined))];
};

/** Finds who asked for each transaction: by what answers say, then by references, then by what was named. */
export function linkTransactions(index: Index): Links {
  const links: Links = { ofTransaction: new Map(), ofOperation: new Map() };
  const movers = [...index.operations.values()].filter(({ ask }) => kindOf(ask));
  linkAnswers(index, movers, links);
  linkReferences(index, movers, links);
  linkGifts(index, movers, links);
  linkReversalsAndCaptures(index, movers, links);
  linkNamedCards(index, movers, links);
  linkOtherSides(index, links);
  return links;
}

function link({ ofTransaction, ofOperation }: Links, id: string, n: number): void {
  ofTransaction.set(id, (ofTransaction.get(id) ?? new Set()).add(n));
  ofOperation.set(n, (ofOperation.get(n) ?? new Set()).add(id));
}

function linkAnswers({ ledger }: Index, movers: Operation[], links: Links): void {
  const byTransfer = groupBy(ledger.tables.transactions.values(), (row) => row.transfer_id);
  for (const operation of movers) {
    for (const id of acknowledgedIds(operation)) link(links, id, operation.n);
    const body = doneAttempt(operation)?.answer?.body;
    if (pathOf(operation.ask) !== "/api/wallet/transfers") continue;
    for (const { id } of byTransfer.get(text(body, "id") ?? "") ?? []) link(links, id, operation.n);
  }
}

/** The reference that an operation gives its transaction, if only in its note. */
export const referenceOf = ({ n, ask }: Operation): string =>
  text(ask.body, "receiptNumber") ?? text(ask.body, "referenceId") ?? `op-${n}`;

function linkReferences({ ledger }: Index, movers: Operation[], links: Links): void {
  const byReference = new Map(movers.map((operation) => [referenceOf(operation), operation]));
  for (const row of ledger.tables.transactions.values()) {
    const { id, type, hold_id, source } = row;
    const operation = byReference.get(row.reference_id ?? row.note ?? "");
    if (!operation || source === "platform") continue;
    const kind = kindOf(operation.ask);
    // A capture without a reference of its own has its hold's.
    const isOfHold = hold_id !== null && kind?.name !== "capture";
    if (kind?.moves.includes(type) && !isOfHold) link(links, id, operation.n);
  }
}

const hashOf = (token: string) => `\\x${createHash("sha256").update(token).digest("hex")}`;

function linkGifts({ ledger }: Index, movers: Operation[], links: Links): void {
  const gifts = [...ledger.tables.gifts.values()];
  const byId = new Map(gifts.map((gift) => [gift.id, gift]));
  const byToken = new Map(gifts.map((gift) => [gift.token_hash, gift]));
  for (const operation of movers.filter((one) => !isRefused(one))) {
    const { ask, n } = operation;
    const kind = kindOf(ask)?.name;
    if (kind === "send gift") {
      const id = text(doneAttempt(operation)?.answer?.body, "id");
      const gift = byId.get(id ?? "") ?? gifts.find(({ message }) => message === `op-${n}`);
      if (gift) link(links, gift.transaction_id, n);
    } else if (kind === "settle gift") {
      const token = text(ask.body, "token");
      const named = token ? byToken.get(hashOf(token)) : byId.get(pathOf(ask).split("/")[4] ?? "");
      if (named && settledBy(named, ask.path)) link(links, named.settled_transaction_id ?? "", n);
    }
  }
}

/** Whether a request to this path settles a gift as it was settled. */
function settledBy({ status }: GiftRow, path: string): boolean {
  if (path.endsWith("/accept")) return status === "accepted";
  if (path.endsWith("/decline")) return status === "declined";
  return status === "cancelled";
}

function linkReversalsAndCaptures({ ledger }: Index, movers: Operation[], links: Links): void {
  const rows = [...ledger.tables.transactions.values()];
  const reversals = new Map(
    rows
      .filter(({ source }) => source === "reversal")
      .map((row) => [row.original_transaction_id, row]),
  );
  const captures = new Map(rows.map((row) => [row.hold_id, row]));
  const byKey = new Map(movers.map((operation) => [operation.ask.key, operation.n]));
  for (const { ask, n } of movers.filter((one) => !isRefused(one))) {
    const kind = kindOf(ask)?.name;
    if (kind === "reverse") {
      const key = text(ask.body, "idempotencyKey");
      const named = key === undefined ? undefined : byKey.get(key);
      const ofKey = named === undefined ? [] : (links.ofOperation.get(named) ?? []);
      for (const original of [text(ask.body, "transactionId"), ...ofKey]) {
        const reversal = reversals.get(original ?? "");
        if (reversal && !isLinked(links, reversal)) link(links, reversal.id, n);
      }
    } else if (kind === "capture") {
      const capture = captures.get(pathOf(ask).split("/")[4] ?? "");
      if (capture && !isLinked(links, capture)) link(links, capture.id, n);
    }
  }
}

const isLinked = ({ ofTransaction }: Links, { id }: TransactionRow) => ofTransaction.has(id);

/**
 * Links what no answer and no reference does, such as a lost request of a person: an operation that may have been done,
 * named the card, and asked for this amount before the transaction was written. Each explains one per card.
 */
function linkNamedCards(index: Index, movers: Operation[], links: Links): void {
  const { ledger } = index;
  const missing = [...ledger.tables.transactions.values()].filter((row) => !isLinked(links, row));
  if (missing.length === 0) return;
  const named = new Map<string, Operation[]>();
  for (const operation of movers) {
    const kind = kindOf(operation.ask);
    const isFree = kind?.perCard || !links.ofOperation.has(operation.n);
    if (!isFree || isRefused(operation)) continue;
    for (const id of new Set([...idsNamed(operation.ask), ...createdCards(operation)])) {
      named.set(id, [...(named.get(id) ?? []), operation]);
    }
  }
  const written = new Map(
    [...ledger.tables.events.values()].map((event) => [
      event.transaction_id,
      writtenMs(index, event),
    ]),
  );
  for (const row of missing) {
    const cards = [row.card_id, replacedBy(index, row.card_id)].filter((id) => id !== undefined);
    const asked = cards
      .flatMap((id) => named.get(id) ?? [])
      .find((operation) => explains(operation, row, links, written.get(row.id) ?? Infinity));
    if (asked) link(links, row.id, asked.n);
  }
}

/** The card that this one replaced. */
const replacedBy = ({ ledger }: Index, cardId: string): string | undefined =>
  [...ledger.tables.cards.values()].find(({ replaced_by_id }) => replaced_by_id === cardId)?.id;

const createdCards = (operation: Operation): string[] =>
  list(doneAttempt(operation)?.answer?.body, "cards").flatMap((card) => text(card, "uuid") ?? []);

function explains({ ask, n }: Operation, row: TransactionRow, links: Links, atMs: number): boolean {
  const kind = kindOf(ask);
  if (!kind?.moves.includes(row.type)) return false;
  if (!kind.perCard && links.ofOperation.has(n)) return false;
  if (kind.name !== "reverse" && row.source === "reversal") return false;
  if ((kind.name === "disable" || kind.name === "write off") !== (row.source === "write_off"))
    return false;
  if ((kind.name === "replace") !== (row.source === "replacement")) return false;
  // The new card may be replaced soon, too.
  const isFromOther = row.type !== "transfer_out" || pathOf(ask).split("/")[4] !== row.card_id;
  if (kind.name === "replace" && isFromOther) return false;
  const amount = number(ask.body, "amountCents");
  const fits = amount === undefined || amount === row.amount_cents || row.type === "transfer_in";
  return fits && ask.atMs <= atMs + CLOCK_SLACK_MS;
}

/** Both movements of a transfer or a replacement were asked for by the same operation. */
function linkOtherSides({ ledger }: Index, links: Links): void {
  const byTransfer = groupBy(ledger.tables.transactions.values(), (row) => row.transfer_id);
  for (const [transfer, sides] of byTransfer) {
    if (transfer === null) continue;
    for (const n of sides.flatMap(({ id }) => [...(links.ofTransaction.get(id) ?? [])])) {
      for (const { id } of sides) link(links, id, n);
    }
  }
}

/** After an attempt whose answer was lost, these say nothing about it. */
const SAYS_NOTHING = [
  "unauthorized",
  "consumer_unauthorized",
  "insufficient_scope",
  "second_factor_required",
];

/**
 * Whether the last answer says for certain that nothing was done. If the service doesn't keep the answer, an earlier
 * attempt may have been done whose answer was lost.
 */
export function isRefused({ ask, attempts }: Operation): boolean {
  const last = attempts.at(-1)?.answer;
  const error = text(last?.body, "error") ?? "";
  if (!last || last.status < 400 || last.status >= 500 || error === "idempotency_in_progress")
    return false;
  const isKept = ask.key !== null && kindOf(ask)?.name !== "settle gift";
  if (attempts.length === 1) return true;
  return isKept && last.status !== 429 && !SAYS_NOTHING.includes(error);
}
