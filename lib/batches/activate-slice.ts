import { MOVEMENTS } from "../cards/movements";
import { moveMany } from "../ledger/move";
import { eachUnsold, type Slice } from "./slice";

// A till that has one of these cards in its hands waits for the slice, a tenth of a second.
const SLICE_CARDS = 100;

/** Activates the next cards of a run, as activate() does; leaves those that were sold meanwhile. */
export const activateSlice: Slice = (ctx, tx, run) =>
  eachUnsold(tx, run, SLICE_CARDS, async (cardIds) => {
    const { amountCents, note } = run;
    if (amountCents === null) throw new Error("an activation has no amount");
    const activation = { ...MOVEMENTS.activation, amountCents, note: note ?? undefined };
    await moveMany(
      ctx,
      tx,
      cardIds.map((cardId) => ({ ...activation, cardId })),
    );
  });
