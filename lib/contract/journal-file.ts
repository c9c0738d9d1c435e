import { isIncoming } from "../db/schema/transactions";
import type { CounterAccount } from "../ledger/records";
import { decimalText } from "../money";
import type { Entry } from "../reports/journal";
import { TYPE_WORDS } from "./transaction";

const CARDS = "Gift card liability";

const ACCOUNTS: Record<CounterAccount, string> = {
  issuance: "Issuance",
  redemption: "Redemption",
  store_credit: "Store credit",
  escrow: "Gifts in escrow",
  transfer_clearing: "Transfer clearing",
  fx: "Exchange differences",
  breakage: "Breakage",
};

const raises = ({ type }: Entry) => isIncoming(type);

const wordsOf = ({ type, counterAccount }: Entry) =>
  counterAccount === "breakage" ? "Written off" : TYPE_WORDS[type];

/** The columns of the journal's file: each line takes from one account what it gives to another. */
export const JOURNAL_FILE: Record<string, (entry: Entry) => string | number | null> = {
  Date: ({ date }) => date,
  "Debit account": (entry) => (raises(entry) ? ACCOUNTS[entry.counterAccount] : CARDS),
  "Credit account": (entry) => (raises(entry) ? CARDS : ACCOUNTS[entry.counterAccount]),
  Amount: ({ cents, currency }) => decimalText(cents, currency),
  Currency: ({ currency }) => currency,
  Reference: (entry) => entry.reference ?? entry.id,
  Description: wordsOf,
  Movements: ({ movements }) => movements,
  Card: ({ cardId }) => cardId,
};
