"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { AmountFields, amountSoFar, withAmount } from "@/components/amount-field";
import { optionalNote } from "@/components/cards/form-parts";
import { useCustomerRefresh } from "@/components/customers/refresh";
import { checkedBy, useSubmit } from "@/components/forms";
import { useLargeAmount } from "@/components/large-amount";
import { formatMoney } from "@/components/money";
import { read, usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { typedEmail } from "@/components/typed";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { creditKinds } from "./words";

const Credit = z.pipe(
  z.object({
    email: typedEmail,
    currency: z.string(),
    amountCents: z.string(),
    source: z.string(),
    note: optionalNote,
  }),
  z.transform(withAmount),
);

/** Issues store credit; says before it is sent what the customer will have. */
export function IssueDialog({ email, onClose }: { email?: string; onClose: () => void }) {
  const { merchant } = useSession();
  const refresh = useCustomerRefresh();
  const issue = usePost("/api/v1/store-credit");
  const form = useForm({
    resolver: checkedBy(Credit),
    defaultValues: {
      email: email ?? "",
      currency: merchant.currency,
      amountCents: "",
      source: "refund",
      note: "",
    },
  });
  const typed = form.watch();
  const amountCents = amountSoFar(typed);

  const sending = useSubmit(form, async (credit) => {
    const { card, transaction } = await issue.mutateAsync(credit);
    await refresh();
    toast(
      `${card.ownerEmail ?? credit.email} now has ${formatMoney(card.balanceCents, card.currency)}`,
      { href: `/store-credit?view=issued&transaction=${transaction.id}`, label: "Open" },
    );
    onClose();
  });

  const { sending: checked, check } = useLargeAmount(sending, {
    currency: typed.currency,
    amountCents,
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Issue store credit"
      description="Money that the customer can spend at this store, at once."
    >
      <DialogForm
        {...checked}
        verb={<>Issue{amountCents !== null && ` ${formatMoney(amountCents, typed.currency)}`}</>}
        onClose={onClose}
      >
        <CreditFields form={form} knowsEmail={email !== undefined} check={check} />
        <Consequence email={typed.email} currency={typed.currency} amountCents={amountCents} />
      </DialogForm>
    </Dialog>
  );
}

type CreditFieldsProps = {
  form: UseFormReturn<z.input<typeof Credit>, unknown, z.output<typeof Credit>>;
  knowsEmail: boolean;
  /** What asks for a large amount once more. */
  check: ReactNode;
};

function CreditFields({ form, knowsEmail, check }: CreditFieldsProps) {
  const { errors } = form.formState;
  const typed = form.watch();
  return (
    <>
      <TextField
        label="Customer's e-mail address"
        error={errors.email?.message}
        type="email"
        autoComplete="off"
        {...(knowsEmail && { readOnly: true })}
        {...form.register("email")}
      />
      <AmountFields
        currency={typed.currency}
        onCurrency={(currency) => form.setValue("currency", currency)}
        amount={form.register("amountCents")}
        errors={errors}
      />
      {check}
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={typed.source}
            onValueChange={(source) => form.setValue("source", source)}
            options={creditKinds}
          />
        )}
      </Field>
      <TextField
        label="Reason"
        optional
        help="Kept as the note; the customer sees it in the history."
        error={errors.note?.message}
        {...form.register("note")}
      />
    </>
  );
}

type ConsequenceProps = { email: string; currency: string; amountCents: number | null };

/** What the customer has now, and will have. */
function Consequence({ email, currency, amountCents }: ConsequenceProps) {
  const address = typedEmail.safeParse(email.trim());
  const wallet = useQuery({
    ...read(["store-credit", "of", email.trim(), currency], "/api/portal/store-credit", {
      email: email.trim(),
      currency,
    }),
    enabled: address.success && amountCents !== null,
  });
  if (!wallet.data || !address.success || amountCents === null) return null;
  const [known] = wallet.data.wallets;
  const nowCents = known?.cardStatus === "active" ? known.balanceCents : 0;
  const after = formatMoney(nowCents + amountCents, currency);
  return (
    <p role="status" className="rounded-md bg-sunken px-4 py-3">
      <b className="font-semibold break-all">{known?.email ?? email.trim()}</b> will have{" "}
      <b className="font-semibold">{after}</b>
      {known
        ? ` of store credit, ${formatMoney(nowCents, currency)} of it from before.`
        : " of store credit: their first here in this currency. They get an e-mail."}
    </p>
  );
}
