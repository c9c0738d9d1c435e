import { and, eq, inArray, type SQL } from "drizzle-orm";
import { parseCode, parseStoreCode, storeCodeHmacs } from "../cards/code";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import { transactions } from "../db/schema/transactions";
import { isUuid } from "../ids";

/** What a search term means at this store. */
type SearchTarget =
  | { kind: "transaction"; id: string }
  | { kind: "card"; id: string; last4: string }
  | { kind: "reference"; reference: string }
  | { kind: "unknown" };

/**
 * Resolves a search term to a transaction's id, a card's id or code, or else a reference, because a
 * store's references can look like anything. A term that looks like one of our codes is a reference only
 * if a transaction has it: references appear in URLs, and codes never do.
 */
export async function resolveSearchTerm(
  { merchantId }: Ctx,
  { term }: { term: string },
): Promise<SearchTarget> {
  const asReference = { kind: "reference", reference: term } as const;
  if (isUuid(term)) {
    return (
      (await findTransactionTarget(merchantId, eq(transactions.id, term))) ??
      (await findCardTarget(merchantId, eq(cards.id, term))) ??
      asReference
    );
  }
  const code = parseStoreCode(term);
  if (!code) return asReference;
  const card = await findCardTarget(
    merchantId,
    inArray(cards.codeHmac, storeCodeHmacs(merchantId, code)),
  );
  if (card) return card;
  if (!parseCode(code)) return asReference;
  const used = await findTransactionTarget(merchantId, eq(transactions.referenceId, term));
  return used ? asReference : { kind: "unknown" };
}

async function findTransactionTarget(
  merchantId: string,
  which: SQL,
): Promise<SearchTarget | undefined> {
  const [row] = await db()
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), which))
    .limit(1);
  return row && { kind: "transaction", ...row };
}

async function findCardTarget(merchantId: string, which: SQL): Promise<SearchTarget | undefined> {
  const [row] = await db()
    .select({ id: cards.id, last4: cards.codeLast4 })
    .from(cards)
    .where(and(eq(cards.merchantId, merchantId), which));
  return row && { kind: "card", ...row };
}
