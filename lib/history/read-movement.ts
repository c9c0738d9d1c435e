import { and, eq } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { transactions } from "../db/schema/transactions";
import { Refusal } from "../errors";
import { MOVEMENT_COLUMNS, type Movement, withNames } from "./movements";

/** One movement with what the portal shows of it. Refuses: not_found. */
export async function readMovement(
  { merchantId }: Ctx,
  { transactionId }: { transactionId: string },
): Promise<Movement> {
  const rows = await db()
    .select(MOVEMENT_COLUMNS)
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), eq(transactions.id, transactionId)));
  const [movement] = await withNames(merchantId, rows);
  if (!movement) throw new Refusal("not_found");
  return movement;
}
