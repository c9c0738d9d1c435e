import { type Context, makeActor, remember, repeatTurns } from "./actor";
import { createCard, sellCard } from "./cards";
import { apiClient } from "./sessions";
import type { Key } from "./stores";
import { type Counter, chooseVerb, type Till } from "./till-verbs";

const OWN_CARDS = 5;
const SHARED_CARDS = 4;
const MAX_SOLD = 40;
const SHARE_OF_SHARED = 0.35;

const CARD_TYPES = ["digital", "physical"];

/** Fills up the till's cards and, at its own counter, the shared ones, which drop out when they are disabled. */
async function replenish(till: Till, counter: Counter): Promise<boolean> {
  till.own = till.own.filter(({ status }) => status !== "disabled");
  const shared = counter.shared.filter(({ status }) => status !== "disabled");
  counter.shared.splice(0, counter.shared.length, ...shared);
  const isShort = shared.length < SHARED_CARDS;
  if (!isShort && till.own.length >= OWN_CARDS) return false;
  const card = await createCard(till.api, till.pick(CARD_TYPES));
  if (card) (isShort ? counter.shared : till.own).push(card);
  return true;
}

/** Sells a card to a customer who takes the code along. */
async function sellCode(till: Till, { sold }: Counter): Promise<void> {
  const cardType = till.pick(CARD_TYPES);
  const card = await sellCard(till.api, 1_000 + till.below(4_000), cardType);
  if (card) remember(sold, { uuid: card.uuid, code: card.code }, MAX_SOLD);
}

/** Does one thing, mostly with one of its cards. */
async function takeTurn(till: Till, counter: Counter, extra: (till: Till) => Promise<unknown>) {
  if (await replenish(till, counter)) return;
  if (counter.sold.length < MAX_SOLD / 4 || till.chance(0.02)) return await sellCode(till, counter);
  if (till.chance(0.06)) return await extra(till);
  const cards = till.chance(SHARE_OF_SHARED) ? counter.shared : till.own;
  const card = till.pick(cards);
  if (card) await chooseVerb(till, card)(till, card);
}

/** Starts a till at a store's counter with this API key. Resolves when it has stopped. */
export function runTill(
  context: Context,
  { name, home, key, counter, counters, pauseMs }: TillSetUp,
  extra: (till: Till) => Promise<unknown>,
): Promise<void> {
  const actor = makeActor(context, name, home);
  const api = apiClient(actor, key.secret);
  const till: Till = { ...actor, store: counter.store, own: [], counters, api };
  return repeatTurns(context, till, pauseMs, () => takeTurn(till, counter, extra));
}

type TillSetUp = {
  name: string;
  home: number;
  key: Key;
  counter: Counter;
  counters: Counter[];
  /** Between two operations, on average. */
  pauseMs: number;
};
