import * as z from "zod/mini";
import { problem } from "@/components/kit/form/form-schemas";
import { decimalsOf } from "@/lib/base/money";
import { type AmountProblem, formatMoney, parseMoney } from "./money";

/** An amount that `parseMoney` refuses. */
export const amountProblem = (key: AmountProblem, currency: string) =>
  problem(key, { currency, decimals: decimalsOf(currency) });

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
