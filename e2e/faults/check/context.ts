import { type CardHistory, cardHistories } from "./card-histories";
import type { Index } from "./index-history";
import { type Links, linkTransactions } from "./links";

/** Something that must not happen. `ops` are the numbers of the operations that it is about. */
export type Violation = { check: string; what: string; atMs: number; ops: number[] };

/** What every check gets. */
export type Context = {
  index: Index;
  links: Links;
  cards: Map<string, CardHistory>;
  /** Multiplies the bounds of time. */
  patience: number;
};

export type Check = (context: Context) => Iterable<Violation>;

export const contextOf = (index: Index, patience: number): Context => ({
  index,
  patience,
  links: linkTransactions(index),
  cards: cardHistories(index),
});
