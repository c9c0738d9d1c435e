import { type Context, makeActor, repeatTurns } from "./actor";
import { type Card, forget, move, onCard, sellCard } from "./cards";
import { apiClient } from "./sessions";
import type { LimitedKey } from "./stores";

/** How many cards the kiosks of a key share. */
const MAX_CARDS = 3;

type SetUp = { name: string; home: number; key: LimitedKey; cards: Card[]; pauseMs: number };

/**
 * Starts a kiosk that always exceeds the limits of its key: several kiosks use one key and the same cards, and each asks
 * at both instances at the same time. It reverses what it did once the day's limit is used up, so that there is something to
 * exceed again. Resolves when it has stopped.
 */
export function runKiosk(
  context: Context,
  { name, home, key, cards, pauseMs }: SetUp,
): Promise<void> {
  const actor = makeActor(context, name, home);
  const api = apiClient(actor, key.secret);
  const otherApi = apiClient(makeActor(context, `${name}:other`, home + 1), key.secret);
  const { maxMovementOutCents, maxMovementInCents } = key.limits;

  const undo = async (card: Card) => {
    const original = actor.pick(card.moves.filter((one) => one.isRedemption));
    if (!original) return;
    const request = { verb: "reverse", path: "/reversals" };
    await move(api, card, request, { transactionId: original.id });
    forget(card, original.id);
  };
  const turn = async () => {
    const card = actor.pick(cards);
    if (!card || (cards.length < MAX_CARDS && actor.chance(0.1))) {
      const sold = await sellCard(api, maxMovementInCents);
      return sold && cards.push(sold);
    }
    if (actor.chance(0.1)) {
      const fields = { cardUuid: card.uuid, amountCents: 1 + actor.below(2 * maxMovementInCents) };
      return await move(api, card, { verb: "load", path: "/cards/load" }, fields);
    }
    const amountCents = Math.ceil(maxMovementOutCents * (0.5 + actor.random() * 0.7));
    const debit = (from: Card, ask = api) =>
      move(ask, from, { verb: "debit", path: onCard(from, "debit") }, { amountCents });
    // On another card, because the card's lock would put them in order.
    const second = actor.pick(cards.filter((one) => one !== card));
    const [reply] = await Promise.all([debit(card), second && debit(second, otherApi)]);
    if (reply.body?.error === "key_limit_exceeded" && actor.chance(0.4))
      await Promise.all([undo(card), debit(card, otherApi)]);
    if (reply.body?.error === "insufficient_balance") cards.splice(cards.indexOf(card), 1);
  };
  return repeatTurns(context, actor, pauseMs, turn);
}
