import type { ReplyOf } from "./api";

/** The session as the frame of the portal hands it on. */
export type Session = ReplyOf<"/api/portal/me">;
export type Role = Session["role"];

export type Card = ReplyOf<"/api/v1/cards", "POST">;
export type ListedCardPage = ReplyOf<"/api/portal/cards">;
/** A card as the portal lists it: without its code. */
export type ListedCard = ListedCardPage["cards"][number];
export type CardStatus = Card["status"];
export type CardType = Card["cardType"];

export type Batch = ReplyOf<"/api/v1/batches">["batches"][number];
export type BatchWithCards = ReplyOf<"/api/v1/batches/{id}">;

export type MovementPage = ReplyOf<"/api/portal/transactions">;
/** A transaction as the portal shows it: with its card and who made it. */
export type Movement = MovementPage["movements"][number];

export type Customer = ReplyOf<"/api/portal/customers/{id}">;

export type Gift = ReplyOf<"/api/portal/gifts">["gifts"][number];
export type ChangeDetails = ReplyOf<"/api/portal/cards/{uuid}/history/{sequence}">;
export type Store = ReplyOf<"/api/portal/store">;

/** The keys of a table of words, which names every value that the contract knows. */
export const keysOf = <Key extends string>(words: Record<Key, unknown>) =>
  Object.keys(words) as Key[];
