import { type Actor, remember } from "./actor";
import { isDone, type Reply, type Request } from "./ask";
import type { Client } from "./sessions";
import { CURRENCY } from "./stores";

/** A movement that can still be refunded or reversed. */
export type Move = { id: string; key: string | null; isRedemption: boolean; cents: number };

/** What the model knows of a card. It may be wrong about a card that others use, too. */
export type Card = {
  uuid: string;
  /** The code that the customer shows. */
  code: string;
  status: "inactive" | "active" | "disabled";
  isFrozen: boolean;
  availableCents: number;
  holds: { id: string; cents: number }[];
  moves: Move[];
};

const MAX_KNOWN_MOVES = 8;

type View = Reply["body"];

/** What the model knows of a card after the response that created it, in either shape. */
export function cardOf(view: View): Card {
  const card: Card = {
    uuid: view.uuid,
    code: view.code ?? "",
    status: "inactive" as const,
    isFrozen: false,
    availableCents: 0,
    holds: [],
    moves: [],
  };
  learn(card, view);
  return card;
}

/** Shape B has another name for one status. */
const statusOf = (shown: Card["status"] | "unactivated"): Card["status"] =>
  shown === "unactivated" ? "inactive" : shown;

/** Updates what is known of a card by a response that shows it, in either shape. */
export function learn(card: Card, view: View): void {
  if (!view || view.uuid !== card.uuid) return;
  const available = view.availableCents ?? view.available_cents;
  if (typeof available === "number") card.availableCents = available;
  if (typeof view.frozen === "boolean") card.isFrozen = view.frozen;
  if (view.status) card.status = statusOf(view.status);
}

/** Updates a card after a movement, if it was made. */
function learnMove(card: Card, reply: Reply): void {
  const { key, body } = reply;
  if (!isDone(reply)) {
    learnRefusal(card, body);
    return;
  }
  learn(card, body.card ?? body);
  const { transaction } = body;
  if (!transaction || !["load", "spend"].includes(transaction.type)) return;
  if (["reversal", "refund"].includes(transaction.source)) return;
  const { id, amountCents: cents, type } = transaction;
  remember(card.moves, { id, key, isRedemption: type === "spend", cents }, MAX_KNOWN_MOVES);
}

/** Updates a card after a refusal, which says what the model got wrong. */
function learnRefusal(card: Card, body: View): void {
  const { error, status, availableCents } = body ?? {};
  if (error === "card_already_disabled") card.status = "disabled";
  if (error === "card_already_active") card.status = "active";
  if (error === "card_frozen") card.isFrozen = true;
  if (error === "card_not_active" && status) card.status = statusOf(status);
  if (error === "not_found") card.status = "disabled";
  if (typeof availableCents === "number") card.availableCents = availableCents;
}

export const forget = (card: Card, moveId: string): void => {
  card.moves = card.moves.filter(({ id }) => id !== moveId);
};

/** An amount of up to `mostCents` that fits what is available, or seldom any amount of up to `unfitCents`. */
export const fittingCents = (
  actor: Actor,
  { availableCents }: Pick<Card, "availableCents">,
  mostCents = 1_000,
  unfitCents = mostCents,
): number =>
  1 +
  actor.below(actor.chance(0.9) ? Math.max(1, Math.min(availableCents, mostCents)) : unfitCents);

export const onCard = ({ uuid }: Pick<Card, "uuid">, verb: string) => `/cards/${uuid}/${verb}`;

/** Asks for a movement on the card, with the operation's reference, and learns from the response. */
export async function move(
  ask: Client,
  card: Card,
  request: Request,
  fields: object,
): Promise<Reply> {
  const body = (referenceId: string) => ({ ...fields, referenceId });
  const reply = await ask({ ...request, card: card.uuid, body });
  learnMove(card, reply);
  return reply;
}

/** Asks for something about the card that moves nothing, and learns from the response. */
export async function change(ask: Client, card: Card, request: Request): Promise<Reply> {
  const reply = await ask({ ...request, card: card.uuid });
  if (isDone(reply)) learn(card, reply.body);
  else learnRefusal(card, reply.body);
  return reply;
}

/** Creates a card with an API key. Returns null if it was refused. */
export async function createCard(api: Client, cardType = "digital"): Promise<Card | null> {
  const body = { currency: CURRENCY, cardType };
  const reply = await api({ verb: "create card", path: "/cards", body });
  return isDone(reply) ? cardOf(reply.body) : null;
}

/** Puts the first value on a card with an API key. */
export const activate = (api: Client, card: Card, amountCents: number): Promise<Reply> =>
  move(
    api,
    card,
    { verb: "activate", path: onCard(card, "activate") },
    { amountCents, currency: CURRENCY },
  );

/** Creates and activates a card with an API key. Returns null if either was refused. */
export async function sellCard(
  api: Client,
  amountCents: number,
  cardType?: string,
): Promise<Card | null> {
  const card = await createCard(api, cardType);
  return card && isDone(await activate(api, card, amountCents)) ? card : null;
}
