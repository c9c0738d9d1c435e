import type { z } from "zod";
import type {
  AgeingView,
  ExpiredTotalsView,
  ExpiredView,
  LiabilityView,
  WriteOffView,
} from "@/lib/contract/reports";

export type Liability = z.output<typeof LiabilityView>;
export type Month = Liability["months"][number];
export type Ageing = z.output<typeof AgeingView>;
export type Aged = Ageing["currencies"][number];
export type ExpiredPage = z.output<typeof ExpiredView>;
export type ExpiredCard = ExpiredPage["cards"][number];
export type ExpiredTotals = z.output<typeof ExpiredTotalsView>;
export type WriteOffResult = z.output<typeof WriteOffView>;

export const tabs = ["liability", "ageing", "breakage", "journal"] as const;
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
  journal: {
    label: "Journal",
    purpose: "Every movement as a double entry, for your bookkeeping.",
  },
};
