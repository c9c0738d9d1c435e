import { newCode } from "../cards/code";
import { EVENTS } from "../cards/events";
import type { Ctx } from "../context";
import { ledger } from "../db/client";
import { retrying } from "../db/failures";
import { newId } from "../ids";
import type { Moved } from "../ledger/records";
import { type Outcome, settle } from "../ledger/settle";

export type StoreCredit = {
  email: string;
  amountCents: number;
  currency: string;
  note?: string | undefined;
  source: string;
};

export type Issued = Moved & { walletId: string };

/**
 * Credits `amountCents` (minor units) to the consumer's wallet in this currency, which the first
 * credit opens (spec, Store credit). One call of lib/ledger/store-credit.sql and one commit,
 * guarded as move() is. Refuses: balance_limit_exceeded.
 */
export async function issueStoreCredit(ctx: Ctx, credit: StoreCredit): Promise<Issued> {
  const sql = ledger();
  const cardId = newId();
  const { codeHmac, sealedCode, codeLast4 } = newCode(ctx.merchantId, cardId);
  const [row] = await retrying(
    () => sql<[{ outcome: Outcome<Issued> }]>`select store_credit(
      p_merchant => ${ctx.merchantId}, p_key => ${ctx.idempotency?.key ?? null},
      p_fingerprint => ${ctx.idempotency?.fingerprint ?? null}, p_shape => ${ctx.shape},
      p_request_id => ${ctx.requestId}, p_actor => ${ctx.principal.actor},
      p_limits => ${JSON.stringify(ctx.limits)}, p_email => ${credit.email},
      p_currency => ${credit.currency}, p_amount => ${credit.amountCents},
      p_note => ${credit.note ?? null}, p_source => ${credit.source},
      p_new_consumer => ${newId()}, p_new_wallet => ${newId()}, p_new_card => ${cardId},
      p_code_hmac => ${codeHmac}, p_sealed_code => ${sealedCode},
      p_code_last4 => ${codeLast4}, p_transaction => ${newId()}, p_new_mail => ${newId()},
      p_events => ${[...EVENTS.loaded]}, p_activation_events => ${[...EVENTS.activated]}
    ) as outcome`,
  );
  return settle(ctx, row.outcome);
}
