import { generateCode } from "../cards/code";
import { newId } from "../ids";
import { insertCards } from "./insert-cards";
import type { Slice } from "./slice";

// Making their codes keeps the process from its other work for about ten milliseconds.
const SLICE_CARDS = 250;

/** Makes the next cards of a batch; one whose code exists already is made up for by the next slice. */
export const createSlice: Slice = async (_ctx, tx, run) => {
  const length = Math.min(SLICE_CARDS, run.total - run.done);
  const wanted = Array.from({ length }, () => ({ id: newId(), code: generateCode() }));
  const made = await insertCards(tx, run, wanted);
  return { done: made.size, skipped: 0 };
};
