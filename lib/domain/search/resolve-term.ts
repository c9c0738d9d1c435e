import type { Ctx } from "@/lib/base/context";
import { isUuid } from "@/lib/base/ids";
import { last4Of, parseStoreCode, storeCodeHmacs } from "@/lib/domain/cards/code";
import { findCardByCode } from "@/lib/domain/cards/find";
import { limitCardCodes } from "@/lib/domain/cards/limit-codes";
import { searchOf } from "./match-term";

/** An unknown text that is shorter is not the larger part of a code. */
const MIN_SECRET_CHARS = 8;
const LAST_4_CHARS = 4;

/**
 * The search for what a person typed, as it may appear in URLs, where codes never do: the ID of the card with this
 * code, or else the text. Of a longer text that could be a code, or a part of one, and that finds nothing, only the
 * end. It counts as a wrong code. Refuses: rate_limited.
 */
export async function resolveSearchTerm(
  ctx: Ctx,
  { term }: { term: string },
): Promise<{ search: string }> {
  const { merchantId } = ctx;
  const code = isUuid(term) ? null : parseStoreCode(term);
  if (!code) return { search: term };
  const found = await limitCardCodes(ctx, async () => {
    const card = await findCardByCode(merchantId, storeCodeHmacs(merchantId, code));
    if (card) return { search: card.id };
    // Most last 4 are some card's: whoever guesses short codes would not be counted.
    if (code.length === LAST_4_CHARS) return undefined;
    const search = await searchOf(merchantId, term);
    return search === undefined ? undefined : { search };
  });
  return found ?? { search: code.length < MIN_SECRET_CHARS ? term : `•••• ${last4Of(code)}` };
}
