import { type SQL, sql } from "drizzle-orm";
import { db } from "@/lib/db/client/client";

type Plan = {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** Number of rows that the scans of a query read, as Postgres runs it. */
export async function rowsReadBy(query: SQL): Promise<number> {
  const [row] = await db().execute<{ "QUERY PLAN": { Plan: Plan }[] }>(
    sql`explain (analyze, format json) ${query}`,
  );
  return rowsRead(row?.["QUERY PLAN"][0]?.Plan);
}

const rowsRead = (plan: Plan | undefined): number => {
  if (!plan) return 0;
  if (plan.Plans) return plan.Plans.reduce((sum, one) => sum + rowsRead(one), 0);
  return (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
};
