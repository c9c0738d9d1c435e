import type { Ctx } from "../../context";
import type { Transaction } from "../../ledger/records";
import type { Page, PageRequest } from "../../page";
import { listTransactions } from "../../reports/list-transactions";
import { atStore } from "../person";
import { readOwnCard } from "./cards";

type Asked = Pick<PageRequest, "limit" | "cursor"> & { cardId: string };

/**
 * Everything that moved on one of the consumer's cards, newest first, each with the balance after it.
 * Refuses: unauthorized, not_found, invalid_request (the cursor).
 */
export async function readOwnHistory(
  ctx: Ctx,
  { cardId, limit, cursor }: Asked,
): Promise<Page<Transaction>> {
  const { merchantId } = await readOwnCard(ctx, { cardId });
  return await listTransactions(atStore(ctx, merchantId), { cardId, limit, cursor, offset: 0 });
}
