import type { ReplyOf } from "./api";

/** The session as provided by the portal's layout. */
export type Account = ReplyOf<"/api/portal/account">;
export type Session = ReplyOf<"/api/portal/me">;
export type Role = Session["role"];

export type Card = ReplyOf<"/api/v1/cards", "POST">;
export type ListedCardPage = ReplyOf<"/api/portal/cards">;
/** A card in the portal's lists, without its code. */
export type ListedCard = ListedCardPage["cards"][number];
export type CardStatus = Card["status"];
export type CardType = Card["cardType"];

export type Hold = ReplyOf<"/api/v1/cards/{uuid}/holds">["holds"][number];
export type Batch = ReplyOf<"/api/v1/batches">["batches"][number];
export type BatchWithCards = ReplyOf<"/api/v1/batches/{id}">;

export type MovementPage = ReplyOf<"/api/portal/transactions">;
/** A transaction with its card and who made it. */
export type Movement = MovementPage["movements"][number];

export type Customer = ReplyOf<"/api/portal/customers/{id}">;

export type Overview = ReplyOf<"/api/portal/overview">;

export type Gift = ReplyOf<"/api/portal/gifts">["gifts"][number];
export type ChangeDetails = ReplyOf<"/api/portal/cards/{uuid}/history/{sequence}">;
export type Store = ReplyOf<"/api/portal/store">;
export type Branding = ReplyOf<"/api/portal/branding">;

/** The keys of a record of labels, with their literal types. */
export const keysOf = <Key extends string>(words: Record<Key, unknown>) =>
  Object.keys(words) as Key[];
