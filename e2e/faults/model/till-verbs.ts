import type { Actor } from "./actor";
import { isDone, type Reply } from "./ask";
import {
  activate,
  type Card,
  cardOf,
  change,
  fittingCents,
  forget,
  learn,
  type Move,
  move,
  onCard,
} from "./cards";
import type { Client } from "./sessions";
import type { Store } from "./stores";

/** What several actors of a store share. */
export type Counter = {
  store: Store;
  /** Cards that every till uses. */
  shared: Card[];
  /** Codes of sold cards that a customer took along. */
  sold: { uuid: string; code: string }[];
};

/** A till that works with an API key. */
export type Till = Actor & {
  store: Store;
  /** Cards that no other actor uses. */
  own: Card[];
  counters: Counter[];
  api: Client;
};

type Verb = (till: Till, card: Card) => Promise<unknown>;
type State = "inactive" | "active" | "frozen" | "disabled";

/** How often a till asks for what the card's state doesn't allow. */
const SHARE_OF_NONSENSE = 0.08;

const stateOf = ({ status, isFrozen }: Card): State =>
  status === "active" && isFrozen ? "frozen" : status;

async function reverse(till: Till, card: Card, by: "id" | "key"): Promise<void> {
  const own = by === "key" ? card.moves.filter(({ key }) => key) : card.moves;
  const original = till.pick(own);
  if (!original) return;
  const which = by === "key" ? { idempotencyKey: original.key } : { transactionId: original.id };
  const verb = by === "key" ? "reverse by key" : "reverse";
  const reply = await move(till.api, card, { verb, path: "/reversals" }, which);
  if (isDone(reply) || reply.body?.error === "already_reversed") forget(card, original.id);
}

/**
 * Redeems. If the response is lost, reverses by the key before it sends the original again, which did nothing or was
 * undone.
 */
async function debitAndChangeMind(till: Till, card: Card): Promise<void> {
  const undo = (idempotencyKey: string | null) =>
    move(till.api, card, { verb: "reverse by key", path: "/reversals" }, { idempotencyKey });
  const fields = { amountCents: fittingCents(till, card) };
  await move(till.api, card, { verb: "debit", path: onCard(card, "debit"), onLost: undo }, fields);
}

/** Reverses a request by its key before it is sent. The request must then do nothing. */
async function reverseAhead(till: Till, card: Card): Promise<void> {
  const key = `ahead-${till.name}-${till.below(2 ** 32)}`;
  await move(
    till.api,
    card,
    { verb: "reverse by key", path: "/reversals" },
    { idempotencyKey: key },
  );
  const debit = { verb: "debit", path: onCard(card, "debit"), key };
  await move(till.api, card, debit, { amountCents: fittingCents(till, card) });
}

async function refund(till: Till, card: Card): Promise<void> {
  const original: Move | undefined = till.pick(card.moves.filter((one) => one.isRedemption));
  if (!original) return;
  const amountCents = 1 + till.below(original.cents + (till.chance(0.1) ? 100 : 0));
  const fields = { amountCents, originalTransactionId: original.id };
  await move(till.api, card, { verb: "refund", path: onCard(card, "credit") }, fields);
}

async function hold(till: Till, card: Card): Promise<void> {
  const fields = { amountCents: fittingCents(till, card, 500), allowPartial: till.chance(0.3) };
  const path = onCard(card, "holds");
  const reply = await move(till.api, card, { verb: "hold", path }, fields);
  if (!isDone(reply)) return;
  card.holds.push({ id: reply.body.id, cents: reply.body.amountCents });
  card.availableCents = Math.max(0, card.availableCents - reply.body.amountCents);
}

async function endHold(till: Till, card: Card, verb: "capture" | "release"): Promise<void> {
  const held = till.pick(card.holds);
  if (!held) return;
  const path = `/holds/${held.id}/${verb}`;
  const most = held.cents + (till.chance(0.1) ? 50 : 0);
  const reply =
    verb === "capture"
      ? await move(till.api, card, { verb, path }, { amountCents: 1 + till.below(most) })
      : await change(till.api, card, { verb, path, method: "POST" });
  if (isDone(reply) || reply.body?.error === "hold_ended")
    card.holds = card.holds.filter(({ id }) => id !== held.id);
}

async function replace(till: Till, card: Card): Promise<void> {
  const reply = await change(till.api, card, {
    verb: "replace",
    path: onCard(card, "replace"),
    body: {},
  });
  if (!isDone(reply)) return;
  const { uuid, code, holds } = { ...cardOf(reply.body.card), holds: card.holds };
  Object.assign(card, { uuid, code, holds, isFrozen: false, moves: [] });
  learn(card, reply.body.card);
}

async function transfer(till: Till, card: Card): Promise<void> {
  const partners = till.counters.filter(({ store }) =>
    till.store.partners.includes(store.merchantId),
  );
  const target = till.pick(till.pick(partners)?.shared ?? []);
  if (!target) return;
  const amountCents = fittingCents(till, card, 400);
  const fields = { fromCardUuid: card.uuid, toCode: target.code, amountCents };
  await move(till.api, card, { verb: "transfer", path: "/transfers" }, fields);
}

/** Gives the card to a customer, who gets an email. */
function claim(till: Till, card: Card): Promise<Reply> {
  const email = `customer-${till.below(1e9)}@example.com`;
  return change(till.api, card, { verb: "claim", path: onCard(card, "claim"), body: { email } });
}

async function readHold(till: Till, card: Card): Promise<void> {
  const held = till.pick(card.holds);
  if (held) await till.api({ verb: "read hold", path: `/holds/${held.id}`, card: card.uuid });
}

function editMetadata(till: Till, card: Card): Promise<Reply> {
  const body = { metadata: { counter: String(till.below(100)) } };
  const request = {
    verb: "edit card",
    method: "PATCH" as const,
    path: `/cards/${card.uuid}`,
    body,
  };
  return change(till.api, card, request);
}

const codeOrId = (till: Till, { code, uuid }: Card, shareOfCodes: number) =>
  code && till.chance(shareOfCodes) ? { code } : { cardUuid: uuid };

function load(till: Till, card: Card): Promise<Reply> {
  const fields = { ...codeOrId(till, card, 0.5), amountCents: 1 + till.below(2_000) };
  return move(till.api, card, { verb: "load", path: "/cards/load" }, fields);
}

function debit(till: Till, card: Card): Promise<Reply> {
  const fields = { amountCents: fittingCents(till, card) };
  return move(till.api, card, { verb: "debit", path: onCard(card, "debit") }, fields);
}

function redeem(till: Till, card: Card): Promise<Reply> {
  const which = codeOrId(till, card, 0.7);
  const amountCents = fittingCents(till, card, 2_000);
  const fields = { ...which, amountCents, allowPartial: till.chance(0.7) };
  return move(till.api, card, { verb: "redeem", path: "/cards/redeem" }, fields);
}

function credit(till: Till, card: Card): Promise<Reply> {
  const amountCents = 1 + till.below(1_500);
  const fields = { amountCents, source: till.pick(["top_up", "refund"]) };
  return move(till.api, card, { verb: "credit", path: onCard(card, "credit") }, fields);
}

function lookUp(till: Till, card: Card): Promise<Reply> {
  const body = { code: card.code };
  return change(till.api, card, { verb: "look up", path: "/cards/lookup", body, key: null });
}

const post =
  (verb: string, body?: object): Verb =>
  (till, card) => {
    const request = { verb, method: "POST" as const, path: onCard(card, verb) };
    return change(till.api, card, { ...request, ...(body && { body }) });
  };

const read =
  (verb: string, path: (card: Card) => string): Verb =>
  (till, card) =>
    change(till.api, card, { verb, path: path(card) });

const LIVE: State[] = ["active", "frozen"];
const USABLE: State[] = ["inactive", ...LIVE];

/** What is asked about a card, with how often and in which of its states it makes sense. */
const VERBS: { weight: number; states: State[]; run: Verb }[] = [
  {
    weight: 30,
    states: ["inactive"],
    run: (till, card) => activate(till.api, card, 500 + till.below(5_000)),
  },
  { weight: 8, states: USABLE, run: load },
  { weight: 30, states: ["active"], run: debit },
  { weight: 12, states: ["active"], run: redeem },
  { weight: 8, states: LIVE, run: credit },
  { weight: 8, states: LIVE, run: refund },
  { weight: 8, states: ["active"], run: (till, card) => reverse(till, card, "id") },
  { weight: 6, states: ["active"], run: (till, card) => reverse(till, card, "key") },
  { weight: 8, states: ["active"], run: debitAndChangeMind },
  { weight: 2, states: ["active"], run: reverseAhead },
  { weight: 8, states: ["active"], run: hold },
  { weight: 8, states: ["active"], run: (till, card) => endHold(till, card, "capture") },
  { weight: 4, states: LIVE, run: (till, card) => endHold(till, card, "release") },
  { weight: 8, states: ["active"], run: transfer },
  { weight: 3, states: ["active"], run: post("freeze", { reason: "Lost" }) },
  { weight: 20, states: ["frozen"], run: post("unfreeze") },
  { weight: 1, states: ["active"], run: claim },
  { weight: 2, states: LIVE, run: readHold },
  { weight: 2, states: USABLE, run: editMetadata },
  { weight: 2, states: LIVE, run: replace },
  { weight: 1, states: ["active"], run: post("disable") },
  { weight: 8, states: USABLE, run: read("read card", ({ uuid }) => `/cards/${uuid}`) },
  {
    weight: 12,
    states: [...USABLE, "disabled"],
    run: read("read balance", (card) => onCard(card, "balance")),
  },
  { weight: 3, states: LIVE, run: read("list holds", (card) => onCard(card, "holds")) },
  { weight: 4, states: USABLE, run: lookUp },
];

/** Chooses by weight among what fits the card's state, and now and then among everything. */
export function chooseVerb(till: Till, card: Card): Verb {
  const fitting = till.chance(SHARE_OF_NONSENSE)
    ? VERBS
    : VERBS.filter(({ states }) => states.includes(stateOf(card)));
  return till.byWeight(fitting.map(({ weight, run }) => [weight, run] as const));
}
