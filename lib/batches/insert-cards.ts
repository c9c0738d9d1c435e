import { sql } from "drizzle-orm";
import { keptCode } from "../cards/code";
import type { Tx } from "../db/client";
import type { RunRow } from "./slice";

/** A card to be made: its code as parseStoreCode() gives it, and its currency where it is not the batch's. */
type NewCard = { id: string; code: string; currency?: string };

/** Makes inactive cards of a batch, with a balance of 0. Gives the ids of those whose code was not taken. */
export async function insertCards(
  tx: Tx,
  { merchantId, batchId }: RunRow,
  wanted: NewCard[],
): Promise<Set<string>> {
  const kept = wanted.map(({ id, code, currency }) => {
    const { codeHmac, ...sealed } = keptCode(merchantId, id, code);
    return { id, currency, hmac: Buffer.from(codeHmac).toString("hex"), ...sealed };
  });
  const inserted = await tx.execute<{ id: string }>(sql`
    insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status,
        card_type, batch_id)
      select b.merchant_id, c.id, decode(c.hmac, 'hex'), c."sealedCode", c."codeLast4",
        coalesce(c.currency, b.currency), 'inactive', b.card_type, b.id
      from batches b, json_to_recordset(${JSON.stringify(kept)}::json)
        as c (id uuid, hmac text, "sealedCode" text, "codeLast4" text, currency text)
      where b.merchant_id = ${merchantId} and b.id = ${batchId}
      on conflict (code_hmac) do nothing
      returning id`);
  return new Set(inserted.map(({ id }) => id));
}
