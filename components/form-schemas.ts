import * as z from "zod/mini";
import { formatMoney, parseMoney } from "./money";
import { formatNumber } from "./numbers";

export const typedEmail = z.email("Enter an e-mail address, such as name@example.com.");

/** Validates a required name. `missing` is the error message if it is empty. */
export const typedName = (missing: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, missing), z.maxLength(100, "Use at most 100 characters."));

export const typedStoreName = typedName("Enter the store's name.");

/** Parses a typed amount into minor units of `currency`, at most `mostCents` (what is available) if given. */
export const amountSchema = (currency: string, mostCents = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const parsed = parseMoney(text, currency);
      const problem =
        "problem" in parsed
          ? parsed.problem
          : parsed.amountCents > mostCents &&
            `Only ${formatMoney(mostCents, currency)} is available.`;
      if ("amountCents" in parsed && !problem) return parsed.amountCents;
      context.issues.push({ code: "custom", message: problem || "Enter an amount.", input: text });
      return z.NEVER;
    }),
  );

/** A number from 1 to `max`. */
export const upTo = (max: number) =>
  z
    .number()
    .check(
      z.refine(
        (count) => count >= 1 && count <= max,
        `Enter a number from 1 to ${formatNumber(max)}.`,
      ),
    );

const longestNote = 500;
const longestReference = 255;

const emptyToNothing = (text: string) => (text === "" ? undefined : text);

/** Optional text. An empty field is not sent. */
export const optionalText = (longest: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(longest, `Use at most ${longest} characters.`)),
      z.transform(emptyToNothing),
    ),
  );

export const optionalReason = optionalText(200);
export const optionalNote = optionalText(longestNote);
export const optionalReference = optionalText(longestReference);

export const optionalEmail = z.optional(
  z.pipe(z.union([z.literal(""), typedEmail]), z.transform(emptyToNothing)),
);
