import { type Context, makeActor, repeatTurns } from "./actor";
import { isDone } from "./ask";
import { type Card, change, createCard, fittingCents, move, onCard } from "./cards";
import { apiClient } from "./sessions";
import { CURRENCY, type Key } from "./stores";

const MAX_CARDS = 3;

type SetUp = { name: string; home: number; key: Key; pauseMs: number };

/**
 * Starts a program that moves money without an idempotency key, so it never repeats an attempt: after one without an
 * answer it reads the card and goes on with what it finds. Each attempt is made once or not at all. Its name begins with
 * `keyless:`. Resolves when it has stopped.
 */
export function runKeyless(context: Context, { name, home, key, pauseMs }: SetUp): Promise<void> {
  const actor = makeActor(context, name, home);
  const api = apiClient(actor, key.secret);
  let cards: Card[] = [];

  const read = (card: Card) =>
    change(api, card, { verb: "read card", path: `/cards/${card.uuid}` });
  const moveOnce = async (card: Card, verb: string, path: string, fields: object) => {
    const request = { verb: `${verb} without key`, path, key: null, isOnce: true } as const;
    const reply = await move(api, card, request, fields);
    if (!isDone(reply)) await read(card);
  };
  return repeatTurns(context, actor, pauseMs, async () => {
    cards = cards.filter(({ status }) => status !== "disabled");
    const card = actor.pick(cards);
    if (!card || (cards.length < MAX_CARDS && actor.chance(0.1))) {
      const created = await createCard(api);
      return created && cards.push(created);
    }
    const amountCents = 1 + actor.below(1_500);
    if (card.status === "inactive") {
      const fields = { amountCents: 1_000 + amountCents, currency: CURRENCY };
      return await moveOnce(card, "activate", onCard(card, "activate"), fields);
    }
    const cardUuid = card.uuid;
    const taken = { amountCents: fittingCents(actor, card) };
    const run = actor.byWeight<() => Promise<unknown>>([
      [4, () => moveOnce(card, "debit", onCard(card, "debit"), taken)],
      [2, () => moveOnce(card, "redeem", "/cards/redeem", { cardUuid, ...taken })],
      [2, () => moveOnce(card, "load", "/cards/load", { cardUuid, amountCents })],
      [
        2,
        () => moveOnce(card, "credit", onCard(card, "credit"), { amountCents, source: "top_up" }),
      ],
      [1, () => read(card)],
    ]);
    return await run();
  });
}
