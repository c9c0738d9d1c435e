import type { z } from "zod";
import type { ActivityView, BooksView, OverviewView } from "@/lib/contract/overview";

export type Overview = z.output<typeof OverviewView>;
export type Activity = z.output<typeof ActivityView>;
export type Books = z.output<typeof BooksView>;

export const periods = ["7d", "30d", "90d", "12m"] as const;
export type Period = (typeof periods)[number];

export const periodWords: Record<Period, { choice: string; span: string }> = {
  "7d": { choice: "7 days", span: "last 7 days" },
  "30d": { choice: "30 days", span: "last 30 days" },
  "90d": { choice: "90 days", span: "last 90 days" },
  "12m": { choice: "12 months", span: "last 12 months" },
};

export const views = ["chart", "table"] as const;
