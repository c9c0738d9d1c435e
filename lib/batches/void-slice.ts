import { sql } from "drizzle-orm";
import { EVENTS } from "../cards/events";
import { newId } from "../ids";
import { eachUnsold, type Slice } from "./slice";

const SLICE_CARDS = 100;

/** Disables the next unsold cards of a run for good, as voidCard() does; leaves those that were sold. */
export const voidSlice: Slice = (ctx, tx, run) =>
  eachUnsold(tx, run, SLICE_CARDS, async (cardIds) => {
    const voided = JSON.stringify(cardIds.map((id) => ({ id, cause: newId() })));
    await tx.execute(sql`
      update cards set status = 'disabled', sequence = sequence + 1, updated_at = clock_timestamp()
      where merchant_id = ${ctx.merchantId}
        and id in (select v.id from json_to_recordset(${voided}::json) as v (id uuid))`);
    const [row] = await tx.execute<{ deliveries: number }>(sql`
      select sum(emit(c, (select email from consumers where id = c.owner_id), v.cause, null, 0,
        ${`{${EVENTS.disabled.join(",")}}`}::text[]))::int as deliveries
      from json_to_recordset(${voided}::json) as v (id uuid, cause uuid)
      join cards c on c.merchant_id = ${ctx.merchantId} and c.id = v.id`);
    ctx.reply.deliveries += row?.deliveries ?? 0;
  });
