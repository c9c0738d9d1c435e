import { z } from "zod";
import {
  AmountCents,
  Count,
  Currency,
  Name,
  Note,
  ShownInstant,
  Sum,
  Uuid,
  wholeNumber,
} from "@/lib/api/contract/fields";
import { inBothShapes, sameReply } from "@/lib/api/contract/shapes";
import { sumsByCurrency } from "@/lib/base/money";
import { MAX_CARDS_IN_A_BATCH } from "@/lib/db/schema/batches";
import { CARD_TYPES } from "@/lib/db/schema/cards";
import type { ExportedCode } from "@/lib/domain/batches/codes";
import type { CheckedFile } from "@/lib/domain/batches/import/check";
import { COLUMN_NAMES, REQUIRED_COLUMNS } from "@/lib/domain/batches/import/columns";
import { DATE_ORDERS, DECIMAL_MARKS } from "@/lib/domain/batches/import/formats";
import { PRINT_TEMPLATE_NAMES } from "@/lib/domain/batches/print-templates";
import { isHardToGuess } from "@/lib/domain/cards/code";

const CardNumber = z.int().min(1).max(MAX_CARDS_IN_A_BATCH);

/** A range of card numbers in the batch; all cards if omitted. */
const rangeFields = { from: CardNumber.optional(), to: CardNumber.optional() };

export const ActivateBatchBody = inBothShapes(
  z.strictObject({
    ...rangeFields,
    amountCents: AmountCents.optional(),
    /** Sells the cards for another amount than is printed on them. */
    anyAmount: z.boolean().optional(),
    note: Note.optional(),
  }),
);

export const VoidBatchBody = inBothShapes(z.strictObject(rangeFields));

const CardNumberText = wholeNumber(1, MAX_CARDS_IN_A_BATCH);

export const SheetQuery = z.strictObject({
  from: CardNumberText.optional(),
  to: CardNumberText.optional(),
  template: z.enum(PRINT_TEMPLATE_NAMES).default("a4"),
});

const MAX_BATCHES = 100;

export const BatchNumbersQuery = z.strictObject({
  /** Ids of batches, separated by commas. */
  ids: z
    .string()
    .transform((ids) => ids.split(","))
    .pipe(z.array(Uuid).max(MAX_BATCHES)),
});

export const batchNumbersReply = sameReply(
  z.object({
    numbers: z.array(
      z.object({
        batchId: z.guid(),
        soldCards: Count,
        amounts: z.array(
          z.object({
            currency: z.string(),
            issuedCents: Sum,
            importedCents: Sum,
            redeemedCents: Sum,
            otherCents: Sum,
            outstandingCents: Sum,
          }),
        ),
      }),
    ),
    asOf: ShownInstant.nullable(),
    isCounted: z.boolean(),
  }),
);

/** Columns of the file for a printer, from left to right. */
export const CODES_COLUMNS = {
  Number: ({ place }: ExportedCode) => place,
  Code: ({ code }: ExportedCode) => code,
  "Code without dashes": ({ code }: ExportedCode) => code.replaceAll("-", ""),
  Status: ({ status }: ExportedCode) => status,
  Currency: ({ currency }: ExportedCode) => currency,
  Amount: ({ amountCents, currency }: ExportedCode) =>
    amountCents === null ? null : { amountCents, currency },
  "Card ID": ({ id }: ExportedCode) => id,
};

/** Limit of the request body. A row of a card is about 80 bytes. */
export const MAX_IMPORT_BYTES = 6 * 1024 * 1024;

const MAX_PLACE = 1_000;

/** Where the file has each column, counted from 0; by its headings if omitted. */
const Columns = z
  .partialRecord(z.enum(COLUMN_NAMES), z.int().min(0).max(MAX_PLACE))
  .refine(
    (places) => REQUIRED_COLUMNS.every((column) => places[column] !== undefined),
    "must have a code and a balance",
  )
  .refine(
    (places) => new Set(Object.values(places)).size === Object.keys(places).length,
    "must be different columns",
  );

const fileFields = {
  csv: z.string().min(1).max(MAX_IMPORT_BYTES),
  /** The currency of rows that name none. */
  currency: Currency,
  columns: Columns.optional(),
  /** How the file writes amounts and dates. Refused without, if one of them can be read in 2 ways. */
  decimalMark: z.enum(DECIMAL_MARKS).optional(),
  dateOrder: z.enum(DATE_ORDERS).optional(),
  /** Whether rows that look like totals are cards. */
  includeTotals: z.boolean().optional(),
};

export const CheckImportBody = inBothShapes(z.strictObject(fileFields));

export const ImportBody = inBothShapes(
  z.strictObject({
    ...fileFields,
    name: Name,
    cardType: z.enum(CARD_TYPES),
    cards: z.int().min(1),
  }),
);

const ImportCheckView = z.strictObject({
  rows: z.int(),
  /** The number of rows that can be imported. */
  cards: z.int(),
  unsold: z.int(),
  /** Cards whose codes are too short for online lookups. */
  short: z.int(),
  /** Cards with a PIN. */
  withPin: z.int(),
  /** Why strangers can guess these codes, with the estimated guesses per hit; null if they can't. */
  guessable: z
    .strictObject({
      reason: z.enum(["sequential", "numeric", "few_combinations"]),
      guesses: z.number(),
    })
    .nullable(),
  amounts: z.array(z.strictObject({ currency: z.string(), amountCents: Sum })),
  /** The number of rows that look like totals, which are among the problems. */
  totals: z.int(),
  problems: z.array(z.strictObject({ line: z.int(), column: z.string(), message: z.string() })),
  columns: z.partialRecord(z.enum(COLUMN_NAMES), z.int()),
  headingLine: z.int(),
  ignored: z.array(z.string()),
  /** What is imported otherwise than the file writes it, with one example of each way of writing. */
  conversions: z.array(
    z.strictObject({
      column: z.enum(COLUMN_NAMES),
      line: z.int(),
      from: z.string(),
      to: z.string(),
      rows: z.int(),
    }),
  ),
});

/** A preview of an import, without the codes. */
export const importCheckReply = sameReply(
  ImportCheckView,
  ({ rows, good, guessability: { reason, guesses }, problems, ...file }: CheckedFile) => ({
    rows,
    cards: good.length,
    unsold: good.filter(({ balanceCents }) => balanceCents === 0).length,
    short: good.filter(({ code }) => !isHardToGuess(code)).length,
    withPin: good.filter(({ pin }) => pin).length,
    guessable: reason && { reason, guesses },
    amounts: Object.entries(
      sumsByCurrency(good.map((row) => [row.currency, row.balanceCents])),
    ).map(([currency, amountCents]) => ({
      currency,
      amountCents,
    })),
    // All of them, because the page makes a file of the rejected rows.
    problems,
    ...file,
  }),
);
