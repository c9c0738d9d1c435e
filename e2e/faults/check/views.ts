import { type Answer, type Ask, isSuccess } from "../history";
import { isObject, number, text } from "./json";

/** A card as a response shows it. */
export type CardView = {
  cardId: string;
  balanceCents: number;
  availableCents: number | null;
  status: string | null;
};

/** A transaction, or a receipt of it, as a response shows it. Null for what it doesn't show. */
export type MovementView = {
  id: string;
  cardId: string | null;
  amountCents: number | null;
  type: string | null;
  balanceAfterCents: number;
  sequence: number | null;
};

export type Views = { cards: CardView[]; movements: MovementView[] };

function cardIn(object: unknown, fallback: string | null): CardView | null {
  const balanceCents =
    number(object, "balanceCents") ??
    number(object, "balance_cents") ??
    number(object, "newBalanceCents");
  const cardId = text(object, "uuid") ?? text(object, "cardUuid") ?? fallback;
  if (balanceCents === undefined || cardId === null) return null;
  const availableCents =
    number(object, "availableCents") ?? number(object, "available_cents") ?? null;
  const shown = (text(object, "uuid") && text(object, "status")) ?? null;
  const status = shown === "unactivated" ? "inactive" : shown;
  return { cardId, balanceCents, availableCents, status };
}

function movementIn(object: unknown): MovementView | null {
  const balanceAfterCents =
    number(object, "balanceAfterCents") ?? number(object, "creditBalanceCents");
  const id = text(object, "transactionId") ?? text(object, "id");
  if (balanceAfterCents === undefined || id === undefined) return null;
  return {
    id,
    cardId: text(object, "cardUuid") ?? text(object, "card", "uuid") ?? null,
    amountCents: number(object, "amountCents") ?? null,
    type: text(object, "type") ?? null,
    balanceAfterCents,
    sequence: number(object, "sequence") ?? null,
  };
}

/** What a body shows of cards and movements. A balance without an id is that of `card`, which was asked about. */
function viewsIn(body: unknown, card: string | null): Views {
  const views: Views = { cards: [], movements: [] };
  const visit = (value: unknown, fallback: string | null): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, null);
    } else if (isObject(value)) {
      const movement = movementIn(value);
      if (movement) views.movements.push(movement);
      const shown = cardIn(value, fallback);
      if (shown) views.cards.push(shown);
      for (const inner of Object.values(value)) visit(inner, null);
    }
  };
  visit(body, card);
  return views;
}

/** What an answer shows. A refusal for the balance shows the balance. */
export function viewsOf({ card }: Ask, { status, body }: Pick<Answer, "status" | "body">): Views {
  const shows = isSuccess(status) || status === 400;
  return shows ? viewsIn(body, card) : { cards: [], movements: [] };
}

/** The fields of answers that checks read apart from what they show. */
const KEPT = ["error", "outcome", "id", "uuid", "transactionId", "changed", "cardUuid"];
const KEPT_OF: Record<string, string[]> = {
  transaction: ["id"],
  receipt: ["transactionId"],
  card: ["uuid", "balanceCents"],
  closing: ["number", "device"],
};

const only = (object: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in object ? [[name, object[name]]] : [])));

/** A body with these fields alone: a history of hours has many bodies. */
export function slimBody(body: unknown): unknown {
  if (!isObject(body)) return body;
  const slim: Record<string, unknown> = only(body, KEPT);
  for (const [name, names] of Object.entries(KEPT_OF)) {
    const inner = body[name];
    if (isObject(inner)) slim[name] = only(inner, names);
  }
  const { cards } = body;
  if (Array.isArray(cards))
    slim.cards = cards.map((card) => (isObject(card) ? only(card, ["uuid"]) : card));
  return slim;
}
