import { activation } from "../cards/activate";
import { moveEach } from "../ledger/move-each";
import { eachUnsold, type Slice } from "./slice";

// A till that has one of these cards in its hands waits for the slice, a tenth of a second.
const SLICE_CARDS = 100;

/** Activates the next cards of a run, as activate() does; leaves those that were sold meanwhile. */
export const activateSlice: Slice = (ctx, tx, run) =>
  eachUnsold(tx, run, SLICE_CARDS, async (cardIds) => {
    const { amountCents, note } = run;
    if (amountCents === null) throw new Error("an activation has no amount");
    await moveEach(ctx, tx, cardIds, { ...activation, amountCents, note: note ?? undefined });
  });
