import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { isUuid } from "@/lib/base/ids";
import { db } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { transactions } from "@/lib/db/schema/transactions";
import { parseCode, parseStoreCode, storeCodeHmacs } from "@/lib/domain/cards/code";
import { limitCardCodes } from "@/lib/domain/cards/limit-codes";

/** What a search term means at this store. */
type SearchTarget =
  | { kind: "transaction"; id: string }
  | { kind: "card"; id: string; last4: string }
  | { kind: "reference"; reference: string }
  | { kind: "unknown" };

/**
 * Resolves a search term to a transaction's id, a card's id or code, or else a reference, because a
 * store's references can look like anything. A term that looks like one of our codes is a reference only
 * if a transaction has it: references appear in URLs, and codes never do. A term that could be a code and is neither
 * counts as a wrong code. Refuses: rate_limited.
 */
export async function resolveSearchTerm(
  ctx: Ctx,
  { term }: { term: string },
): Promise<SearchTarget> {
  const { merchantId } = ctx;
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
  const target = await limitCardCodes(ctx, async () => {
    const hmacs = storeCodeHmacs(merchantId, code);
    const card = await findCardTarget(merchantId, inArray(cards.codeHmac, hmacs));
    if (card) return card;
    const used = await findTransactionTarget(merchantId, eq(transactions.referenceId, term));
    return used && asReference;
  });
  return target ?? (parseCode(code) ? { kind: "unknown" } : asReference);
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
