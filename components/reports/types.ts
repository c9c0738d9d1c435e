import type { ReplyOf } from "@/components/api";
import { keysOf } from "@/components/types";

export type Liability = ReplyOf<"/api/portal/reports/liability">;
export type Month = Liability["months"][number];
export type Ageing = ReplyOf<"/api/portal/reports/ageing">;
export type Aged = Ageing["currencies"][number];
export type ExpiredCard = ReplyOf<"/api/portal/reports/expired">["cards"][number];
export type WriteOffResult = ReplyOf<"/api/portal/reports/write-off", "POST">;
export type SettlementLine = ReplyOf<"/api/portal/reports/settlement">["lines"][number];
export type Escrow = ReplyOf<"/api/portal/gifts/totals">;

export const tabWords = {
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
} as const;

export type Tab = keyof typeof tabWords;
export const tabs = keysOf(tabWords);
