import { z } from "zod";
import { TRANSFER_DIRECTIONS } from "../db/schema/transfers";
import { decimalText } from "../money";
import type { SettlementLine } from "../transfers/settlement";
import { Sum } from "./fields";
import { sameInBoth } from "./shapes";

export const SettlementView = z.strictObject({
  lines: z.array(
    z.strictObject({
      month: z.string(),
      direction: z.enum(TRANSFER_DIRECTIONS),
      otherStore: z.string(),
      transfers: z.int().min(1),
      owedCents: Sum,
      owedCurrency: z.string(),
      creditedCents: Sum,
      creditedCurrency: z.string(),
    }),
  ),
});

export const settlementReply = sameInBoth(SettlementView, (lines: SettlementLine[]) => ({
  lines: lines.map(({ owedCents, creditedCents, ...line }) => ({
    ...line,
    owedCents: String(owedCents),
    creditedCents: String(creditedCents),
  })),
}));

/** The columns of the settlement's file. */
export const SETTLEMENT_FILE = {
  "Month (UTC)": ({ month }: SettlementLine) => month,
  Store: ({ otherStore }: SettlementLine) => otherStore,
  Direction: ({ direction }: SettlementLine) =>
    direction === "out" ? "You owe them" : "They owe you",
  Transfers: ({ transfers }: SettlementLine) => transfers,
  Owed: ({ owedCents, owedCurrency }: SettlementLine) => ({
    decimal: decimalText(owedCents, owedCurrency),
  }),
  "Owed currency": ({ owedCurrency }: SettlementLine) => owedCurrency,
  Credited: ({ creditedCents, creditedCurrency }: SettlementLine) => ({
    decimal: decimalText(creditedCents, creditedCurrency),
  }),
  "Credited currency": ({ creditedCurrency }: SettlementLine) => creditedCurrency,
};
