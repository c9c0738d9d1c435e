import type { RefusalTexts } from "@/components/kit/api/refusal-texts";
import type { Translate } from "@/components/kit/locale/translate";

/** The error codes that have a text in `wallet.refusals`. */
export const REFUSAL_CODES = [
  "balance_limit_exceeded",
  "card_expired",
  "card_frozen",
  "card_not_active",
  "currency_mismatch",
  "gift_settled",
  "idempotency_in_progress",
  "insufficient_balance",
  "insufficient_scope",
  "not_found",
  "rate_limited",
  "rate_stale",
  "store_not_confirmed",
  "transfer_limit_exceeded",
  "transfers_not_enabled",
  "unavailable",
] as const;

/** The request fields that have a text in `wallet.refusals.fields`. */
export const REFUSED_FIELDS = [
  "amountCents",
  "body",
  "code",
  "deliverOn",
  "email",
  "message",
  "name",
  "pin",
  "recipientEmail",
  "toCode",
  "token",
] as const;

/** The texts of errors on customers' pages. */
export const refusalTexts = (
  t: Translate<"wallet">,
  tCommon: Translate<"common">,
): RefusalTexts => ({
  ofCode: (code) => {
    const known = REFUSAL_CODES.find((one) => one === code);
    return known ? t(`refusals.${known}`) : tCommon("errors.unexplained");
  },
  ofField: (name) => {
    const known = REFUSED_FIELDS.find((one) => one === name);
    return known ? t(`refusals.fields.${known}`) : tCommon("validation.invalid");
  },
});
