import { z } from "zod";
import { normaliseEmail } from "@/lib/base/email";
import { isUuid } from "@/lib/base/ids";
import { currencyError, MAX_CENTS } from "@/lib/base/money";
import { isCleanText, isPlainText } from "@/lib/base/text";
import { isTimeZone } from "@/lib/base/time/time-zone";
import { parseCode, parsePublicCode, parseStoreCode } from "@/lib/domain/cards/code";
import { parsePin } from "@/lib/domain/cards/pin";
import { MAX_NAME_CHARS } from "@/lib/domain/stores/create";
import { inBothShapes, refuse } from "./shapes";

export const NoBody = inBothShapes(z.strictObject({}));

/** Free text of at most `max` characters; empty counts as absent. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isCleanText, "must be valid Unicode without NUL characters")
    .transform((value) => value || undefined);

/** A text of the team about a customer or a card. Empty text and null remove it. */
export const teamText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => isCleanText(text) && isPlainText(text), "must not contain control characters")
    .transform((text) => text || null)
    .nullable()
    .optional();

/** Internal reason. */
export const reasonText = text(200);

/** The value of an Idempotency-Key header. */
export const IDEMPOTENCY_KEY = {
  pattern: /^[\x21-\x7e]{1,255}$/,
  error: "must be 1 to 255 visible ASCII characters",
};

/** The name of a store, a person or a key. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_CHARS)
  .refine(isCleanText, "must be valid Unicode");

export const AmountCents = z
  .int()
  .min(1)
  .max(MAX_CENTS)
  .meta({ description: "An amount in minor units, such as cents.", example: 2500 });

/** For the document. `currencyError` knows which codes exist. */
export const CURRENCY_PATTERN = "^[A-Z]{3}$";

export const Currency = z
  .string()
  .superRefine((code, context) => {
    const error = currencyError(code);
    if (error) context.addIssue(error);
  })
  .meta({ description: "An uppercase ISO 4217 code.", pattern: CURRENCY_PATTERN, example: "USD" });

export const Email = z
  .string()
  .max(320)
  .transform((typed, context) => {
    const email = normaliseEmail(typed);
    if (email !== null) return email;
    context.addIssue("must be an email address");
    return z.NEVER;
  })
  .meta({ format: "email", example: "ada@example.com" });

export const Uuid = z
  .string()
  .refine(isUuid, "must be a UUID")
  .transform((value) => value.toLowerCase())
  .meta({ format: "uuid", example: "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e" });

/** A code as printed, with or without separators. An impossible code matches no card. */
const codeFieldParsedBy = (parse: (typed: string) => string | null) =>
  z
    .string()
    // Enough for a magnetic stripe, of which only the code is taken.
    .max(200)
    .transform((typed) => parse(typed) ?? "")
    .meta({ description: "The code printed on the card.", example: "7KQM-2XWP-9RTB-HC4F" });

/** One of our codes, from a card at any store. */
export const CardCode = codeFieldParsedBy(parseCode);
/** A code at one store: one of ours, or one imported from another provider. */
export const StoreCardCode = codeFieldParsedBy(parseStoreCode);
/** The PIN of an imported card. */
export const Pin = z
  .string()
  .max(64)
  .transform((typed) => parsePin(typed) ?? "");
/** A code at one store, on public pages where anyone can try codes. */
export const PublicCardCode = codeFieldParsedBy(parsePublicCode);

export const Note = text(500)
  .refine(
    (note) => isPlainText(note ?? ""),
    "must not contain control characters or characters that change the text direction",
  )
  .meta({
    description:
      "A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.",
    example: "Birthday discount",
  });

/** What a list is searched for. */
export const SearchTerm = z
  .string()
  .trim()
  .min(3)
  .max(320)
  .refine(isCleanText, "must be valid Unicode without NUL characters")
  .refine((term) => !parseCode(term), "must not be a card's code");

export const ReferenceId = text(255).meta({
  description: "Your own reference, such as a receipt number.",
  example: "receipt-10482",
});

const hasKnownYear = (value: string): boolean => {
  const year = new Date(value).getUTCFullYear();
  return year >= 1970 && year <= 9999;
};

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^-?\d{1,300}$/.test(text), "must be a whole number")
    .transform(Number)
    // Not z.int(), which reports a number above MAX_SAFE_INTEGER as not whole.
    .pipe(z.number().min(min).max(max));

export const Instant = z
  .string()
  .refine(
    (value) => z.iso.datetime({ offset: true }).safeParse(value).success && hasKnownYear(value),
    "must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T00:00:00Z",
  )
  .transform((value) => new Date(value))
  .meta({ format: "date-time", example: "2026-01-31T00:00:00Z" });

/** A calendar date, without a time zone. */
export const CalendarDate = z.iso
  .date()
  .refine(hasKnownYear, "must be in a year from 1970 to 9999");

/** Query parameters of every list. `cursor` and `offset` exclude each other. */
export const PAGING = {
  limit: wholeNumber(1, 100).default(20).meta({
    description: "Number of items to return.",
    type: "integer",
    minimum: 1,
    maximum: 100,
    default: 20,
  }),
  offset: wholeNumber(0, MAX_CENTS).optional().meta({
    description: "Number of items to skip. Use `cursor` for long lists.",
    type: "integer",
    minimum: 0,
    default: 0,
  }),
  cursor: z.string().max(200).optional().meta({
    description: "The cursor from the previous response. Can't be combined with `offset`.",
  }),
};

/** Query parameters of a list that has cursors but no offset. */
export const CURSOR_PAGING_FIELDS = { limit: PAGING.limit, cursor: PAGING.cursor };

/** Sets the default `offset`. Refuses a query with both a cursor and an offset. */
export const withOffset = <T extends { offset?: number | undefined; cursor?: string | undefined }>(
  query: T,
  context: z.RefinementCtx<T>,
) => {
  if (query.cursor !== undefined && query.offset !== undefined) {
    refuse(context, "cursor", "can't be combined with offset");
  }
  return { ...query, offset: query.offset ?? 0 };
};

/** ISO 8601 in UTC with milliseconds. */
export const iso = (instant: Date | string): string => new Date(instant).toISOString();

export const TimeZone = z
  .string()
  .refine(isTimeZone, "must be an IANA time zone, such as America/New_York");

/** A timestamp, formatted by `iso`. */
export const ShownInstant = z.union([z.date(), z.string()]).transform(iso).pipe(z.iso.datetime());

/** A sum in minor units, as a string because it may exceed Number.MAX_SAFE_INTEGER. */
export const Sum = z
  .union([z.bigint(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,30}$/));

export const Count = z.int().min(0);

/** Null where counting would be too slow. */
export const NullableCount = z.int().nullable();
