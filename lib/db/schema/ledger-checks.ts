import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";
import { instant, oneOf } from "./columns";
import { merchants } from "./merchants";

export const CHECK_PHASES = ["cards", "days", "sums"] as const;

/** A problem found by a check: the check's name, its subject and a description. */
export type FoundProblem = { check: string; subject: string; found: string };

/** Housekeeping's progress in verifying a merchant's ledger, and the result of the last complete pass. */
export const ledgerChecks = pgTable(
  "ledger_checks",
  (c) => ({
    merchantId: c
      .uuid("merchant_id")
      .primaryKey()
      .references(() => merchants.id),
    phase: c.text("phase", { enum: CHECK_PHASES }).notNull().default("cards"),
    /** The current pass's position: the last card checked, or the next day to check. */
    cursor: c.text("cursor"),
    cards: c.bigint("cards", { mode: "number" }).notNull().default(sql`0`),
    transactions: c.bigint("transactions", { mode: "number" }).notNull().default(sql`0`),
    problems: c.jsonb("problems").$type<FoundProblem[]>().notNull().default([]),
    workedAt: instant("worked_at"),
    finishedAt: instant("finished_at"),
    finishedCards: c.bigint("finished_cards", { mode: "number" }).notNull().default(sql`0`),
    finishedTransactions: c
      .bigint("finished_transactions", { mode: "number" })
      .notNull()
      .default(sql`0`),
    finishedProblems: c.jsonb("finished_problems").$type<FoundProblem[]>().notNull().default([]),
  }),
  (t) => [check("ledger_checks_phase", oneOf(t.phase, CHECK_PHASES))],
);
