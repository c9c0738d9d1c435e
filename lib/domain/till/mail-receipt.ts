import { eq } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { notFound } from "@/lib/base/errors";
import { onlyRow } from "@/lib/db/client/client";
import { SUPPRESSION_REASONS } from "@/lib/db/schema/mail-suppressions";
import { merchants } from "@/lib/db/schema/merchants";
import { assignByEmail } from "@/lib/domain/cards/claim";
import { queueMail } from "@/lib/domain/mail/mail";
import { admitStoreMail, refuseSuppressed } from "@/lib/domain/mail/store-mail";
import { operation } from "@/lib/ledger/post/operation";
import { readReceipt } from "./receipts";

type Mailing = { transactionId: string; email: string };

/**
 * Emails a card that a till just sold to the customer, whose card it becomes. `email` is normalized.
 * Refuses: not_found (anything but a sale at a till in the last 24 hours), card_already_claimed, and what
 * assignByEmail() does.
 */
export async function mailSoldCard(ctx: Ctx, { transactionId, email }: Mailing): Promise<object> {
  requireScope(ctx, "till:use");
  const { kind, reversible, card } = await readReceipt(ctx.merchantId, transactionId);
  if (kind !== "issued" || !reversible) throw notFound("No card was just sold with this receipt.");
  await assignByEmail(withoutCashier(ctx), { cardId: card.uuid, email });
  return {};
}

/** Without the cashier, whose amounts an operation would lock: no money moves. */
function withoutCashier(ctx: Ctx): Ctx {
  const { principal } = ctx;
  return principal.kind === "till" ? { ...ctx, principal: { ...principal, cashier: null } } : ctx;
}

const CANT_RECEIVE = "can't receive email from this store. Try another address.";

/**
 * Emails a receipt to the customer, without the card's code. `email` is normalized.
 * Refuses: not_found, invalid_request (an address that gets no email from this store), store_not_confirmed,
 * rate_limited (emails).
 */
export async function mailReceipt(
  ctx: Ctx,
  { transactionId, email: to }: Mailing,
): Promise<object> {
  requireScope(ctx, "till:use");
  const { merchantId } = ctx;
  const receipt = await readReceipt(merchantId, transactionId);
  const { kind, number, amountCents, remainingAmountCents, balanceAfterCents, currency } = receipt;
  if (!kind) throw notFound("No till receipt has this ID.");
  return await operation(withoutCashier(ctx), async (tx) => {
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
