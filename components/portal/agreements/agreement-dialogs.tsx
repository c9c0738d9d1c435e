"use client";

import { useTranslations } from "next-intl";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { patch, post, url } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { optionalNote } from "@/components/kit/form/form-schemas";
import { FormMoney, FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { decimalText } from "@/lib/base/money";
import { type Agreement, endingOf } from "./words";

type Closing = { onClose: () => void };
type AgreementProps = Closing & { agreement: Agreement };

const queryKeysToRefresh = [["agreements"]];
const noLimits = { maxTransferCents: "", maxDayCents: "", maxUnsettledCents: "" };

const limitsSchema = (currency: string) => ({
  maxTransferCents: amountSchema(currency),
  maxDayCents: amountSchema(currency),
  maxUnsettledCents: amountSchema(currency),
});

type FieldsProps<T extends FieldValues, Values> = {
  form: UseFormReturn<T, unknown, Values>;
  currency: string;
};

function LimitFields<T extends FieldValues & typeof noLimits, Values>(
  props: FieldsProps<T, Values>,
) {
  const t = useTranslations("agreements");
  return (
    <>
      <FormMoney {...props} name={"maxTransferCents" as Path<T>} label={t("limits.perTransfer")} />
      <FormMoney
        {...props}
        name={"maxDayCents" as Path<T>}
        label={t("limits.perDay")}
        help={t("limits.perDayHelp")}
      />
      <FormMoney
        {...props}
        name={"maxUnsettledCents" as Path<T>}
        label={t("limits.unsettled")}
        help={t("limits.unsettledHelp")}
      />
    </>
  );
}

export function ProposeDialog({ onClose }: Closing) {
  const t = useTranslations("agreements");
  const { merchant } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title={t("propose.title")}
      description={t("propose.description")}
      verb={t("propose.submit")}
      schema={z.object({
        slug: z.string().check(z.trim(), z.minLength(1, t("propose.slugMissing"))),
        ...limitsSchema(merchant.currency),
      })}
      defaults={{ slug: "", ...noLimits }}
      send={(proposal, key) => post("/api/portal/agreements", proposal, key)}
      refresh={queryKeysToRefresh}
      toast={({ agreement }) => t("propose.toast", { store: agreement.otherStore.name })}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="slug"
            label={t("propose.slug")}
            help={t("propose.slugHelp")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
          <LimitFields form={form} currency={merchant.currency} />
        </>
      )}
    </ActionDialog>
  );
}

export function AcceptDialog({ agreement, onClose }: AgreementProps) {
  const t = useTranslations("agreements");
  const store = agreement.otherStore.name;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("accept.title", { store })}
      description={`${t("accept.description")} ${otherLimitsText(t, agreement)}`}
      verb={t("action.accept")}
      schema={z.object(limitsSchema(agreement.currency))}
      defaults={noLimits}
      send={(limits, key) =>
        post(url("/api/portal/agreements/{id}/accept", { id: agreement.id }), limits, key)
      }
      refresh={queryKeysToRefresh}
      toast={() => t("accept.toast", { store })}
    >
      {(form) => <LimitFields form={form} currency={agreement.currency} />}
    </ActionDialog>
  );
}

export function LimitsDialog({ agreement, onClose }: AgreementProps) {
  const t = useTranslations("agreements");
  return (
    <ActionDialog
      onClose={onClose}
      title={t("limits.title", { store: agreement.otherStore.name })}
      description={`${t("limits.description")} ${otherLimitsText(t, agreement)}`}
      verb={t("limits.submit")}
      schema={z.object(limitsSchema(agreement.currency))}
      defaults={{
        maxTransferCents: typedAmount(agreement, "maxTransferCents"),
        maxDayCents: typedAmount(agreement, "maxDayCents"),
        maxUnsettledCents: typedAmount(agreement, "maxUnsettledCents"),
      }}
      send={(limits) => patch(url("/api/portal/agreements/{id}", { id: agreement.id }), limits)}
      refresh={queryKeysToRefresh}
      toast={() => t("limits.toast")}
    >
      {(form) => <LimitFields form={form} currency={agreement.currency} />}
    </ActionDialog>
  );
}

const typedAmount = (agreement: Agreement, name: keyof typeof noLimits): string => {
  const cents = agreement[name];
  return cents === null ? "" : decimalText(cents, agreement.currency);
};

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

export function PaymentDialog({ agreement, onClose }: AgreementProps) {
  const t = useTranslations("agreements");
  const { id, otherStore, currency, owedToUsCents } = agreement;
  const store = otherStore.name;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("payment.title", { store })}
      description={t("payment.description", {
        store,
        amount: formatMoney(owedToUsCents, currency),
      })}
      verb={t("action.payment")}
      schema={z.object({ amountCents: amountSchema(currency), note: optionalNote })}
      defaults={{ amountCents: decimalText(owedToUsCents, currency), note: "" }}
      send={(payment, key) =>
        post(url("/api/portal/agreements/{id}/payments", { id }), payment, key)
      }
      refresh={queryKeysToRefresh}
      toast={() => t("payment.toast")}
    >
      {(form) => (
        <>
          <FormMoney
            form={form}
            name="amountCents"
            label={t("payment.amount")}
            currency={currency}
          />
          <FormText
            form={form}
            name="note"
            label={t("payment.note")}
            optional
            help={t("payment.noteHelp")}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function EndDialog({ agreement, onClose }: AgreementProps) {
  const t = useTranslations("agreements");
  const store = agreement.otherStore.name;
  const ending = endingOf(agreement);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t(`end.${ending}.title`, { store })}
      consequence={t(`end.${ending}.consequence`, { store })}
      keep={t(`end.${ending}.keep`)}
      verb={t(`action.${ending}`)}
      send={(_, key) => post(url("/api/portal/agreements/{id}/end", { id: agreement.id }), {}, key)}
      refresh={queryKeysToRefresh}
      toast={() => t(`end.${ending}.toast`)}
    />
  );
}
