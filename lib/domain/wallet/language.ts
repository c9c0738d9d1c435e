import { and, eq, isNull } from "drizzle-orm";
import { type Ctx, walletSessionOf } from "@/lib/base/context";
import type { Language } from "@/lib/base/i18n/languages";
import { db, type Tx } from "@/lib/db/client/client";
import { consumers } from "@/lib/db/schema/consumers";

/**
 * Saves the language that a consumer chose, for their wallet in other browsers and for emails from stores. Saves
 * nothing without an open wallet, or for a link to one card, which someone else may have opened.
 */
export async function chooseLanguage(
  ctx: Ctx,
  { language }: { language: Language },
): Promise<object> {
  const { consumer } = ctx;
  if (consumer && walletSessionOf(ctx)?.only === null)
    await db().update(consumers).set({ language }).where(eq(consumers.id, consumer.id));
  return {};
}

/** Saves the language that was chosen in a browser before its person signed in, unless they chose one elsewhere. */
export const adoptLanguage = (tx: Tx, consumerId: string, language: Language) =>
  tx
    .update(consumers)
    .set({ language })
    .where(and(eq(consumers.id, consumerId), isNull(consumers.language)));
