import { eq } from "drizzle-orm";
import type { Ctx } from "../context";
import { onlyRow } from "../db/client";
import { SUPPRESSION_REASONS } from "../db/schema/mail-suppressions";
import { merchants } from "../db/schema/merchants";
import { notFound } from "../errors";
import { operation } from "../ledger/operation";
import { queueMail } from "../outbox/mail";
import { admitStoreMail, refuseSuppressed } from "../outbox/store-mail";
import { readReceipt } from "./receipts";

const CANT_RECEIVE = "can't receive email from this store. Try another address.";

/**
 * Emails a receipt to the customer, without the card's code. `email` is normalized.
 * Refuses: not_found, invalid_request (an address that gets no email from this store), store_not_confirmed,
 * rate_limited (emails).
 */
export async function mailReceipt(
  ctx: Ctx,
  { transactionId, email: to }: { transactionId: string; email: string },
): Promise<object> {
  const { merchantId } = ctx;
  const receipt = await readReceipt(merchantId, transactionId);
  const { kind, number, amountCents, remainingAmountCents, balanceAfterCents, currency } = receipt;
  if (!kind) throw notFound("No till receipt has this ID.");
  // Without the till, whose amounts it would lock: no money moves.
  const { till: _, ...principal } = ctx.principal;
  return await operation({ ...ctx, principal }, async (tx) => {
    await refuseSuppressed(tx, { merchantId, to }, "email", SUPPRESSION_REASONS, CANT_RECEIVE);
    await admitStoreMail(tx, { merchantId, to });
    const store = onlyRow(
      await tx
        .select({ storeName: merchants.name })
        .from(merchants)
        .where(eq(merchants.id, merchantId)),
    );
    const amounts = { amountCents, remainingAmountCents, balanceAfterCents, currency };
    const { last4 } = receipt.card;
    const mail = { template: "receipt", to, merchantId, ...store, ...amounts } as const;
    await queueMail(tx, merchantId, { ...mail, number, kind, last4 }, { counted: true });
    return {};
  });
}
