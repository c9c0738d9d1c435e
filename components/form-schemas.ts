import * as z from "zod/mini";
import { decimalsOf } from "@/lib/money";
import type { IssueText } from "./forms";
import { type AmountProblem, formatMoney, parseMoney } from "./money";
import { matchesProof } from "./proof-field";

/** An issue whose text `schemaResolver` writes in the page's language. */
const problem = (key: IssueText["key"], values: IssueText["values"] = {}) => ({
  params: { key, values } satisfies IssueText,
});

/** An amount that `parseMoney` refuses. */
export const amountProblem = (key: AmountProblem, currency: string) =>
  problem(key, { currency, decimals: decimalsOf(currency) });

export const typedEmail = z.email();

/** A required name. */
export const typedName = z.string().check(
  z.trim(),
  z.refine((text) => text !== "", problem("name")),
  z.maxLength(100),
);

/** Parses a typed amount into minor units of `currency`, at most `mostCents` (what is available) if given. */
export const amountSchema = (currency: string, mostCents = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const parsed = parseMoney(text, currency);
      if ("amountCents" in parsed && parsed.amountCents <= mostCents) return parsed.amountCents;
      const why =
        "problem" in parsed
          ? amountProblem(parsed.problem, currency)
          : problem("amountAvailable", { amount: formatMoney(mostCents, currency) });
      context.issues.push({ code: "custom", ...why, input: text });
      return z.NEVER;
    }),
  );

/** A number from 1 to `max`. */
export const upTo = (max: number) =>
  z
    .number()
    .check(z.refine((count) => count >= 1 && count <= max, problem("range", { min: 1, max })));

/** The text that the user must type before an action that can't be undone. */
export const typedProof = (proof: string) =>
  z.string().check(z.refine((typed) => matchesProof(typed, proof), problem("proof", { proof })));

const longestNote = 500;
const longestReference = 255;

const emptyToNothing = (text: string) => (text === "" ? undefined : text);

/** Optional text. An empty field is not sent. */
export const optionalText = (longest: number) =>
  z.optional(z.pipe(z.string().check(z.trim(), z.maxLength(longest)), z.transform(emptyToNothing)));

export const optionalReason = optionalText(200);
export const optionalNote = optionalText(longestNote);
export const optionalReference = optionalText(longestReference);

export const optionalEmail = z.optional(
  z.pipe(z.union([z.literal(""), typedEmail]), z.transform(emptyToNothing)),
);
