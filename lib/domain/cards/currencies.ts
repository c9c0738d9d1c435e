import type { Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";

/**
 * The currencies of the merchant's cards, by code. Skips from one to the next in the index, so it reads one row
 * for each currency, however many cards there are.
 */
export async function currenciesInUse({ merchantId }: Pick<Ctx, "merchantId">): Promise<string[]> {
  const rows = await pg()<{ currency: string }[]>`
    with recursive used as (
      (select currency from cards where merchant_id = ${merchantId} order by currency limit 1)
      union all
      select (select c.currency from cards c where c.merchant_id = ${merchantId}
        and c.currency > used.currency order by c.currency limit 1)
      from used where used.currency is not null
    )
    select currency from used where currency is not null`;
  return rows.map(({ currency }) => currency);
}
