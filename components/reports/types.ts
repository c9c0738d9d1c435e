import type { z } from "zod";
import type { EscrowView } from "@/lib/contract/portal-gifts";
import type {
  AgeingView,
  ExpiredTotalsView,
  ExpiredView,
  LiabilityView,
  WriteOffView,
} from "@/lib/contract/reports";
import type { SettlementView } from "@/lib/contract/settlement";

export type Liability = z.output<typeof LiabilityView>;
export type Month = Liability["months"][number];
export type Ageing = z.output<typeof AgeingView>;
export type Aged = Ageing["currencies"][number];
export type ExpiredPage = z.output<typeof ExpiredView>;
export type ExpiredCard = ExpiredPage["cards"][number];
export type ExpiredTotals = z.output<typeof ExpiredTotalsView>;
export type WriteOffResult = z.output<typeof WriteOffView>;

export type Settlement = z.output<typeof SettlementView>;
export type SettlementLine = Settlement["lines"][number];
export type Escrow = z.output<typeof EscrowView>;

export const tabs = [
  "liability",
  "ageing",
  "breakage",
  "gifts",
  "settlement",
  "journal",
  "reconciliation",
] as const;
export type Tab = (typeof tabs)[number];

export const tabWords: Record<Tab, { label: string; purpose: string }> = {
  liability: {
    label: "Liability",
    purpose:
      "What you owe on cards, month by month: each month begins with what the last ended with.",
  },
  ageing: {
    label: "Ageing",
    purpose: "How long balances have been waiting, and when they expire.",
  },
  breakage: {
    label: "Breakage",
    purpose: "Expired cards that still hold money, and writing it off.",
  },
  gifts: {
    label: "Gifts",
    purpose: "Gifts between customers, and the money that waits in them.",
  },
  settlement: {
    label: "Settlement",
    purpose: "What you and other stores owe each other for transfers.",
  },
  journal: {
    label: "Journal",
    purpose: "Every movement as a double entry, for your bookkeeping.",
  },
  reconciliation: {
    label: "Reconciliation",
    purpose: "Cards whose balance the online shop shows otherwise, and what settles it.",
  },
};
