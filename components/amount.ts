import * as z from "zod/mini";
import { formatMoney, parseMoney } from "./money";

/** An amount as typed, read into minor units of `currency`; at most `mostCents`, a balance, when given. */
export const amountIn = (currency: string, mostCents = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const parsed = parseMoney(text, currency);
      const problem =
        "problem" in parsed
          ? parsed.problem
          : parsed.amountCents > mostCents && `The balance is ${formatMoney(mostCents, currency)}.`;
      if ("amountCents" in parsed && !problem) return parsed.amountCents;
      context.issues.push({ code: "custom", message: problem || "Enter an amount.", input: text });
      return z.NEVER;
    }),
  );
