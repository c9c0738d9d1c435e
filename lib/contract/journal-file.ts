import { isIncoming } from "../db/schema/transactions";
import type { CounterAccount, TransactionType } from "../ledger/records";
import { decimalText } from "../money";
import type { Entry } from "../reports/journal";

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

const TYPES: Record<TransactionType, string> = {
  load: "Loaded",
  spend: "Redeemed",
  transfer_in: "Transferred in",
  transfer_out: "Transferred out",
  gift_sent: "Gift sent",
  gift_received: "Gift received",
};

const raises = ({ type }: Entry) => isIncoming(type);

const wordsOf = ({ type, counterAccount }: Entry) =>
  counterAccount === "breakage" ? "Written off" : TYPES[type];

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
