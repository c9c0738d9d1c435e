"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { patch, post, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { amountSchema, optionalNote } from "@/components/form-schemas";
import { FormMoney, FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { useSession } from "@/components/session";
import { decimalText } from "@/lib/money";
import type { Agreement } from "./words";

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

const LimitFields = <T extends FieldValues & typeof noLimits, Values>(
  props: FieldsProps<T, Values>,
) => (
  <>
    <FormMoney {...props} name={"maxTransferCents" as Path<T>} label="Limit per transfer" />
    <FormMoney
      {...props}
      name={"maxDayCents" as Path<T>}
      label="Limit per day"
      help="For each direction, per day in UTC."
    />
    <FormMoney
      {...props}
      name={"maxUnsettledCents" as Path<T>}
      label="Limit on unsettled amounts"
      help="The most that either store can owe the other."
    />
  </>
);

export function ProposeDialog({ onClose }: Closing) {
  const { merchant } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title="Propose a transfer agreement"
      description="The other store's owners get an email. Nothing can be transferred until one of them accepts."
      verb="Send proposal"
      schema={z.object({
        slug: z.string().check(z.trim(), z.minLength(1, "Enter the other store's short name.")),
        ...limitsSchema(merchant.currency),
      })}
      defaults={{ slug: "", ...noLimits }}
      send={(proposal, key) => post("/api/portal/agreements", proposal, key)}
      refresh={queryKeysToRefresh}
      toast={({ agreement }) => `Proposal sent to ${agreement.otherStore.name}`}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="slug"
            label="Short name of the other store"
            help="Its owner finds it under Settings, Store."
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

export const AcceptDialog = ({ agreement, onClose }: AgreementProps) => (
  <ActionDialog
    onClose={onClose}
    title={`Accept the proposal from ${agreement.otherStore.name}`}
    description={`Customers of both stores can then move balance between them, and each store owes the other for what its customers move out. ${otherLimitsText(agreement)}`}
    verb="Accept proposal"
    schema={z.object(limitsSchema(agreement.currency))}
    defaults={noLimits}
    send={(limits, key) =>
      post(url("/api/portal/agreements/{id}/accept", { id: agreement.id }), limits, key)
    }
    refresh={queryKeysToRefresh}
    toast={() => `Agreement with ${agreement.otherStore.name} is active`}
  >
    {(form) => <LimitFields form={form} currency={agreement.currency} />}
  </ActionDialog>
);

export const LimitsDialog = ({ agreement, onClose }: AgreementProps) => (
  <ActionDialog
    onClose={onClose}
    title={`Limits for ${agreement.otherStore.name}`}
    description={`They apply immediately. ${otherLimitsText(agreement)}`}
    verb="Change limits"
    schema={z.object(limitsSchema(agreement.currency))}
    defaults={{
      maxTransferCents: typedAmount(agreement, "maxTransferCents"),
      maxDayCents: typedAmount(agreement, "maxDayCents"),
      maxUnsettledCents: typedAmount(agreement, "maxUnsettledCents"),
    }}
    send={(limits) => patch(url("/api/portal/agreements/{id}", { id: agreement.id }), limits)}
    refresh={queryKeysToRefresh}
    toast={() => "Limits changed"}
  >
    {(form) => <LimitFields form={form} currency={agreement.currency} />}
  </ActionDialog>
);

const typedAmount = (agreement: Agreement, name: keyof typeof noLimits): string => {
  const cents = agreement[name];
  return cents === null ? "" : decimalText(cents, agreement.currency);
};

/** The other store's limits in one sentence. */
function otherLimitsText({ otherStore, otherLimits }: Agreement): string {
  const { currency, maxTransferCents, maxDayCents, maxUnsettledCents } = otherLimits;
  if (maxTransferCents === null || maxDayCents === null || maxUnsettledCents === null) {
    return `${otherStore.name} sets its limits when it accepts.`;
  }
  const money = (cents: number) => formatMoney(cents, currency);
  return `${otherStore.name} allows ${money(maxTransferCents)} per transfer, ${money(maxDayCents)} per day and ${money(maxUnsettledCents)} unsettled.`;
}

export const PaymentDialog = ({ agreement, onClose }: AgreementProps) => (
  <ActionDialog
    onClose={onClose}
    title={`Record a payment by ${agreement.otherStore.name}`}
    description={`They owe you ${formatMoney(agreement.owedToUsCents, agreement.currency)} for transfers. Recording a payment frees that much of the limit on unsettled amounts.`}
    verb="Record payment"
    schema={z.object({
      amountCents: amountSchema(agreement.currency),
      note: optionalNote,
    })}
    defaults={{
      amountCents: decimalText(agreement.owedToUsCents, agreement.currency),
      note: "",
    }}
    send={(payment, key) =>
      post(url("/api/portal/agreements/{id}/payments", { id: agreement.id }), payment, key)
    }
    refresh={queryKeysToRefresh}
    toast={() => "Payment recorded"}
  >
    {(form) => (
      <>
        <FormMoney form={form} name="amountCents" label="Amount" currency={agreement.currency} />
        <FormText form={form} name="note" label="Note" optional help="For your audit log." />
      </>
    )}
  </ActionDialog>
);

export function EndDialog({ agreement, onClose }: AgreementProps) {
  const { status, proposedByMe, otherStore } = agreement;
  const isActive = status === "active";
  const isOwn = proposedByMe ? "Withdraw" : "Decline";
  const [verb, keep] = isActive
    ? ["End agreement", "Keep agreement"]
    : [`${isOwn} proposal`, "Keep proposal"];
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isActive ? `End the agreement with ${otherStore.name}` : `${verb}: ${otherStore.name}`}
      consequence={
        isActive
          ? "Transfers between the two stores stop now. Amounts owed remain and can still be settled. To start again, one store proposes and the other accepts."
          : "The other store sees that the proposal has ended. Either store can propose again."
      }
      keep={keep}
      verb={verb}
      send={(_, key) => post(url("/api/portal/agreements/{id}/end", { id: agreement.id }), {}, key)}
      refresh={queryKeysToRefresh}
      toast={() => (isActive ? "Agreement ended" : "Proposal ended")}
    />
  );
}
