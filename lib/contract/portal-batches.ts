import { z } from "zod";
import type { ExportedCode } from "../batches/codes";
import type { Range } from "../batches/range";
import type { BatchActivation } from "../batches/unsold";
import { MAX_CARDS_IN_A_BATCH } from "../db/schema/batches";
import { decimalText } from "../money";
import { AmountCents, Note, wholeNumber } from "./fields";
import { inBoth, type Shaped } from "./shapes";

const Place = z.int().min(1).max(MAX_CARDS_IN_A_BATCH);

/** Cards by their places in the batch; all of them when left out. */
const range = { from: Place.optional(), to: Place.optional() };

export const ActivateBatchBody: Shaped<Omit<BatchActivation, "batchId">> = inBoth(
  z.strictObject({ ...range, amountCents: AmountCents.optional(), note: Note.optional() }),
);

export const VoidBatchBody: Shaped<Range> = inBoth(z.strictObject(range));

const PlaceText = wholeNumber(1, MAX_CARDS_IN_A_BATCH);

export const SheetQuery = z.strictObject({
  from: PlaceText.optional(),
  to: PlaceText.optional(),
});

/** The columns of the file for a printer, from left to right. */
export const CODES_FILE = {
  Number: ({ place }: ExportedCode) => place,
  Code: ({ code }: ExportedCode) => code,
  "Code without dashes": ({ code }: ExportedCode) => code.replaceAll("-", ""),
  Status: ({ status }: ExportedCode) => status,
  Currency: ({ currency }: ExportedCode) => currency,
  Amount: ({ amountCents, currency }: ExportedCode) =>
    amountCents === null ? null : { decimal: decimalText(amountCents, currency) },
  "Card id": ({ id }: ExportedCode) => id,
};
