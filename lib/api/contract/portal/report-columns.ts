import { TYPE_WORDS } from "@/lib/api/contract/v1/transaction";
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { textsOf } from "@/lib/base/i18n/texts";
import { isIncoming } from "@/lib/db/schema/transactions";
import type { ListedGift } from "@/lib/domain/gifts/list";
import type { AgeingLine } from "@/lib/domain/reports/ageing";
import type { ExpiredCard } from "@/lib/domain/reports/expired-cards";
import type { ActivityLine } from "@/lib/domain/reports/export-activity";
import type { Entry } from "@/lib/domain/reports/journal";
import type { Changes, LiabilityLine } from "@/lib/domain/reports/roll-forward";
import type { SettlementLine } from "@/lib/domain/transfers/settlement";
import type { CounterAccount } from "@/lib/ledger/post/records";
import type { Cell, Columns } from "./file-columns";

const t = textsOf(DEFAULT_LOCALE, "reports");
const tCards = textsOf(DEFAULT_LOCALE, "cards");

const amount = (amountCents: number | bigint, currency: string): Cell => ({
  amountCents,
  currency,
});

/** Columns of the settlement file, from left to right. */
export const SETTLEMENT_COLUMNS: Columns<SettlementLine> = {
  "Month (UTC)": ({ month }) => ({ date: month }),
  Store: ({ otherStore }) => otherStore,
  Direction: ({ direction }) => (direction === "out" ? "You owe them" : "They owe you"),
  Transfers: ({ transfers }) => transfers,
  Owed: ({ owedCents, owedCurrency }) => amount(owedCents, owedCurrency),
  "Owed currency": ({ owedCurrency }) => owedCurrency,
  Credited: ({ creditedCents, creditedCurrency }) => amount(creditedCents, creditedCurrency),
  "Credited currency": ({ creditedCurrency }) => creditedCurrency,
};

type LiabilityFigures = {
  openingCents: bigint;
  changes: Changes;
  closingCents: bigint;
  currency: string;
};

const change =
  (kind: keyof Changes) =>
  ({ changes, currency }: LiabilityFigures) =>
    amount(changes[kind], currency);

/** The columns of a range's or month's figures. */
const LIABILITY_FIGURES: Columns<LiabilityFigures> = {
  "Opening balance": ({ openingCents, currency }) => amount(openingCents, currency),
  Issued: change("issued"),
  "Store credit": change("credited"),
  Imported: change("imported"),
  Redeemed: change("redeemed"),
  Transfers: change("transfers"),
  Gifts: change("gifts"),
  Breakage: change("breakage"),
  "Closing balance": ({ closingCents, currency }) => amount(closingCents, currency),
};

export const LIABILITY_COLUMNS: Columns<LiabilityLine> = {
  Month: ({ month }) => ({ date: month }),
  Currency: ({ currency }) => currency,
  ...LIABILITY_FIGURES,
};

/** A row for the range, one for the range compared with, and one for the change. */
export const ACTIVITY_COLUMNS: Columns<ActivityLine> = {
  Period: ({ name }) => ACTIVITY_PERIODS[name],
  From: ({ from }) => from && { date: from },
  To: ({ to }) => to && { date: to },
  ...LIABILITY_FIGURES,
};

const ACTIVITY_PERIODS: Record<ActivityLine["name"], string> = {
  range: "Selected",
  before: "Compared",
  change: "Change",
};

export const AGEING_COLUMNS: Columns<AgeingLine> = {
  "As of": ({ day }) => ({ date: day }),
  Currency: ({ currency }) => currency,
  "Grouped by": ({ grouping }) => t(`ageing.${grouping}.title`),
  Group: (line) =>
    line.grouping === "byAge" ? t(`ageing.byAge.${line.name}`) : t(`ageing.byExpiry.${line.name}`),
  Cards: ({ cards }) => cards,
  Outstanding: ({ balanceCents, currency }) => amount(balanceCents, currency),
};

export const EXPIRED_COLUMNS: Columns<ExpiredCard> = {
  "Card ending in": ({ last4 }) => last4,
  Customer: ({ ownerEmail }) => ownerEmail,
  "Expiration date": ({ expiresOn }) => expiresOn && { date: expiresOn },
  Balance: ({ balanceCents, currency }) => amount(balanceCents, currency),
  Currency: ({ currency }) => currency,
};

export const GIFT_COLUMNS: Columns<ListedGift> = {
  Sent: ({ createdAt }) => createdAt,
  From: ({ senderEmail }) => senderEmail,
  "Sender's name": ({ senderName }) => senderName,
  To: ({ recipientEmail }) => recipientEmail,
  "Recipient's name": ({ recipientName }) => recipientName,
  Amount: ({ amountCents, currency }) => amount(amountCents, currency),
  Currency: ({ currency }) => currency,
  Status: ({ status }) => tCards(`gift.status.${status}`),
  Expires: ({ expiresAt }) => expiresAt,
  "Card ending in": ({ cardLast4 }) => cardLast4,
};

const CARDS_ACCOUNT_NAME = "Gift card liability";

const ACCOUNT_NAMES: Record<CounterAccount, string> = {
  issuance: "Issuance",
  imported: "Imported balances",
  redemption: "Redemption",
  store_credit: "Store credit",
  escrow: "Gifts in escrow",
  transfer_clearing: "Transfer clearing",
  fx: "Exchange differences",
  breakage: "Breakage",
};

const raisesLiability = ({ type }: Entry) => isIncoming(type);

function entryLabel({ type, counterAccount }: Entry): string {
  if (counterAccount === "breakage") return "Written off";
  if (type === "load" && counterAccount === "redemption") return "Refund";
  if (counterAccount === "imported") return type === "load" ? "Imported" : "Import reversed";
  if (counterAccount === "issuance") {
    return type === "load" ? "Issued or topped up" : "Issue or top-up reversed";
  }
  if (counterAccount === "store_credit") {
    return type === "load" ? "Store credit" : "Store credit reversed";
  }
  return TYPE_WORDS[type];
}

/** Columns of the journal file. Each line debits one account and credits another. */
export const JOURNAL_COLUMNS: Columns<Entry> = {
  Date: ({ date }) => ({ date }),
  "Debit account": (entry) =>
    raisesLiability(entry) ? ACCOUNT_NAMES[entry.counterAccount] : CARDS_ACCOUNT_NAME,
  "Credit account": (entry) =>
    raisesLiability(entry) ? CARDS_ACCOUNT_NAME : ACCOUNT_NAMES[entry.counterAccount],
  Amount: ({ cents, currency }) => amount(cents, currency),
  Currency: ({ currency }) => currency,
  Reference: (entry) => entry.reference ?? entry.id,
  Description: entryLabel,
  Transactions: ({ movements }) => movements,
  Card: ({ cardId }) => cardId,
};
