import { groupBy } from "./collections";
import type { Check, Context, Violation } from "./context";
import { type Index, isDone, type Operation } from "./index-history";
import { field, list, number, text } from "./json";
import { kindOf, pathOf } from "./kinds";
import { isRefused, referenceOf } from "./links";
import type { CardRow } from "./rows";

const CHECK = "made";

/** At rest, each hold and each card was asked for by one operation, which made no other one. */
export const made: Check = function* (context) {
  const { ledger } = context.index;
  if (!ledger.isAtRest) return;
  const found = [holdProblems(context), cardProblems(context), batchProblems(context)];
  for (const [what, ...ops] of found.flatMap((problems) => [...problems]))
    yield { check: CHECK, what, atMs: ledger.beganMs, ops } satisfies Violation;
};

type Problem = [what: string, ...ops: number[]];

const posts = ({ operations }: Index, path: RegExp): Operation[] =>
  [...operations.values()].filter(({ ask }) => ask.method === "POST" && path.test(pathOf(ask)));

/** A hold has the reference of its operation. */
function* holdProblems({ index }: Context): Iterable<Problem> {
  const asked = posts(index, /^\/api\/v1\/cards\/[^/]+\/holds$/);
  const byReference = new Map(asked.map((operation) => [referenceOf(operation), operation]));
  const holds = index.ledger.tables.holds.values();
  for (const [reference, rows] of groupBy(holds, ({ reference_id }) => reference_id)) {
    const [{ id, amount_cents }] = rows as [(typeof rows)[0]];
    const operation = byReference.get(reference ?? "");
    if (!operation) {
      yield [`hold ${id} of ${amount_cents} wasn't asked for`];
      continue;
    }
    const { n, ask } = operation;
    const asksCents = number(ask.body, "amountCents") ?? 0;
    const isPartial = field(ask.body, "allowPartial") === true;
    if (rows.length > 1) yield [`operation ${n} made ${rows.length} holds`, n];
    if (isRefused(operation)) yield [`operation ${n} was refused, and made hold ${id}`, n];
    if (isPartial ? amount_cents > asksCents : amount_cents !== asksCents)
      yield [`hold ${id} is of ${amount_cents}, not ${asksCents}`, n];
  }
}

/** Requests that make a new card each, or several of them. */
const CREATES = /^\/api\/(v1|portal|till)\/cards$/;

/** All cards that the answers to an operation say that it made. */
const createdBy = ({ attempts }: Operation): Set<string> =>
  new Set(
    attempts.flatMap(({ answer }) => {
      const body = isDone(answer) ? answer?.body : null;
      const ids = [text(body, "uuid"), text(body, "card", "uuid")];
      for (const card of list(body, "cards")) ids.push(text(card, "uuid"));
      return ids.filter((id) => id !== undefined);
    }),
  );

const most = ({ ask }: Operation): number => number(ask.body, "count") ?? 1;

function* cardProblems(context: Context): Iterable<Problem> {
  const { index } = context;
  const creators = posts(index, CREATES);
  const makers = new Map<string, number>();
  let open = 0;
  for (const operation of creators) {
    const { n } = operation;
    const ids = createdBy(operation);
    if (ids.size > most(operation)) yield [`operation ${n} made ${ids.size} cards`, n];
    if (ids.size === 0 && !isRefused(operation)) open += most(operation);
    for (const id of ids) {
      const other = makers.get(id);
      if (other) yield [`card ${id} is that of several operations`, other, n];
      makers.set(id, n);
    }
  }
  const otherwise = madeOtherwise(context);
  const unasked = [...index.ledger.tables.cards.values()].filter(
    ({ id, batch_id }) => batch_id === null && !makers.has(id) && !otherwise.has(id),
  );
  // Those whose answer never arrived may have made that many.
  if (unasked.length > open) for (const { id } of unasked) yield [`card ${id} wasn't asked for`];
}

/** Cards that replace another one, got a gift, or were made for what was first put on them. */
function madeOtherwise({ index, links }: Context): Set<string | null> {
  const { cards, gifts, transactions } = index.ledger.tables;
  const replaced = new Set(
    posts(index, /\/replace$/)
      .filter((operation) => !isRefused(operation))
      .map(({ ask }) => pathOf(ask).split("/")[4]),
  );
  const sold = [...transactions.values()].filter(({ id, sequence }) => {
    const ops = [...(links.ofTransaction.get(id) ?? [])];
    const names = ops.map((n) => {
      const ask = index.operations.get(n)?.ask;
      return ask && kindOf(ask)?.name;
    });
    return sequence === 1 && names.some((name) => name === "sell" || name === "store credit");
  });
  return new Set([
    ...[...cards.values()].filter(({ id }) => replaced.has(id)).map((card) => card.replaced_by_id),
    ...[...gifts.values()].map(({ settled_card_id }) => settled_card_id),
    ...sold.map(({ card_id }) => card_id),
  ]);
}

/** A batch has as many cards as were asked for. */
function* batchProblems({ index }: Context): Iterable<Problem> {
  const byBatch = groupBy(index.ledger.tables.cards.values(), ({ batch_id }) => batch_id);
  const asked = posts(index, /^\/api\/v1\/batches$/);
  for (const { n, ask, attempts } of asked) {
    const answers = attempts.filter(({ answer }) => isDone(answer));
    const ids = new Set(answers.flatMap(({ answer }) => text(answer?.body, "id") ?? []));
    if (ids.size > 1) yield [`operation ${n} made ${ids.size} batches`, n];
    for (const id of ids) {
      const cards: CardRow[] = byBatch.get(id) ?? [];
      const quantity = number(ask.body, "quantity");
      if (cards.length !== quantity)
        yield [`batch ${id} has ${cards.length} cards, not ${quantity}`, n];
      byBatch.delete(id);
    }
  }
  byBatch.delete(null);
  // Those whose answer never arrived may have made one.
  const open = asked.filter((one) => !one.attempts.some(({ answer }) => isDone(answer)));
  if (byBatch.size > open.filter((one) => !isRefused(one)).length)
    for (const id of byBatch.keys()) yield [`batch ${id} wasn't asked for`];
}
