import * as z from "zod/mini";
import { formatMoney, parseMoney } from "@/components/money";
import type { OwnCard } from "./types";

/** An amount that was typed, of at most what is on the card, in minor units. */
export const amountOn = ({ currency, balanceCents }: OwnCard) =>
  z.pipe(
    z.string(),
    z.transform((typed, context) => {
      const parsed = parseMoney(typed, currency);
      const problem =
        "problem" in parsed
          ? parsed.problem
          : parsed.amountCents > balanceCents
            ? `There is ${formatMoney(balanceCents, currency)} on this card.`
            : null;
      if (problem === null && "amountCents" in parsed) return parsed.amountCents;
      context.issues.push({ code: "custom", message: problem ?? "Enter an amount.", input: typed });
      return z.NEVER;
    }),
  );
