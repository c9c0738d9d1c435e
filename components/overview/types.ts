import type { ReplyOf } from "@/components/api";
import { keysOf } from "@/components/types";

export type Overview = ReplyOf<"/api/portal/overview">;
export type Activity = ReplyOf<"/api/portal/overview/activity">;
export type Books = Overview["books"];

export const periodWords = {
  "7d": { choice: "7 days", span: "last 7 days" },
  "30d": { choice: "30 days", span: "last 30 days" },
  "90d": { choice: "90 days", span: "last 90 days" },
  "12m": { choice: "12 months", span: "last 12 months" },
} as const;

export type Period = keyof typeof periodWords;
export const periods = keysOf(periodWords);

export const views = ["chart", "table"] as const;
