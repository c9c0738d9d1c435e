"use client";

import * as z from "zod/mini";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { dialogSet } from "@/components/kit/dialog/dialog-set";
import { money, optional, text } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { decimalText } from "@/lib/base/money";
import { type Agreement, endingOf } from "./words";

const agreements = { texts: "agreements", refresh: () => [["agreements"]] } as const;
const ofAgreement = {
  ...agreements,
  subject: ({ agreement }: { agreement: Agreement }) => agreement,
};
const storeOf = ({ agreement }: { agreement: Agreement }) => ({ store: agreement.otherStore.name });

type Limits = Pick<Agreement, "maxTransferCents" | "maxDayCents" | "maxUnsettledCents">;

/** The limits of one's own store, as they are or blank. */
function limitFields(t: Translate<"agreements">, currency: string, limits?: Limits) {
  const initial = (cents: number | null = null) =>
    cents === null ? "" : decimalText(cents, currency);
  return {
    maxTransferCents: money(t("limits.perTransfer"), currency, {
      initial: initial(limits?.maxTransferCents),
    }),
    maxDayCents: money(t("limits.perDay"), currency, {
      initial: initial(limits?.maxDayCents),
      help: t("limits.perDayHelp"),
    }),
    maxUnsettledCents: money(t("limits.unsettled"), currency, {
      initial: initial(limits?.maxUnsettledCents),
      help: t("limits.unsettledHelp"),
    }),
  };
}

export const ProposeDialog = formDialog(agreements, "propose", {
  operation: ["POST", "/api/portal/agreements"],
  fields: ({ t, merchant }) => ({
    slug: text(t("propose.slug"), {
      schema: z.string().check(z.trim(), z.minLength(1, t("propose.slugMissing"))),
      help: t("propose.slugHelp"),
      autoComplete: "off",
      autoCapitalize: "none",
      spellCheck: false,
      className: "font-mono",
    }),
    ...limitFields(t, merchant.currency),
  }),
  toast: ({ agreement }, _, { t }) => t("propose.toast", storeOf({ agreement })),
});

/** The other store's limits in one sentence. */
function otherLimitsText(
  t: Translate<"agreements">,
  { otherStore: { name: store }, otherLimits }: Agreement,
): string {
  const { currency, maxTransferCents, maxDayCents, maxUnsettledCents } = otherLimits;
  if (maxTransferCents === null || maxDayCents === null || maxUnsettledCents === null) {
    return t("limits.theirsUnset", { store });
  }
  const money = (cents: number) => formatMoney(cents, currency);
  return t("limits.theirs", {
    store,
    transfer: money(maxTransferCents),
    day: money(maxDayCents),
    unsettled: money(maxUnsettledCents),
  });
}

export const AgreementDialog = dialogSet({
  accept: formDialog(ofAgreement, "accept", {
    operation: ["POST", "/api/portal/agreements/{id}/accept"],
    values: storeOf,
    description: ({ t, agreement }) =>
      `${t("accept.description")} ${otherLimitsText(t, agreement)}`,
    submit: ({ t }) => t("action.accept"),
    fields: ({ t, agreement }) => limitFields(t, agreement.currency),
  }),
  limits: formDialog(ofAgreement, "limits", {
    operation: ["PATCH", "/api/portal/agreements/{id}"],
    values: storeOf,
    description: ({ t, agreement }) =>
      `${t("limits.description")} ${otherLimitsText(t, agreement)}`,
    fields: ({ t, agreement }) => limitFields(t, agreement.currency, agreement),
  }),
  payment: formDialog(ofAgreement, "payment", {
    operation: ["POST", "/api/portal/agreements/{id}/payments"],
    values: ({ agreement }) => ({
      ...storeOf({ agreement }),
      amount: formatMoney(agreement.owedToUsCents, agreement.currency),
    }),
    submit: ({ t }) => t("action.payment"),
    fields: ({ t, agreement: { currency, owedToUsCents } }) => ({
      amountCents: money(t("payment.amount"), currency, {
        initial: decimalText(owedToUsCents, currency),
      }),
      note: optional(t("payment.note"), { help: t("payment.noteHelp") }),
    }),
  }),
  end: confirmation(ofAgreement, ({ agreement }) => `end.${endingOf(agreement)}`, {
    operation: ["POST", "/api/portal/agreements/{id}/end"],
    values: storeOf,
    submit: ({ t, agreement }) => t(`action.${endingOf(agreement)}`),
  }),
});
