"use client";

import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { amountIn } from "@/components/amount";
import { checkedBy, useSubmit } from "@/components/forms";
import { useLargeAmount } from "@/components/large-amount";
import { formatMoney, parseMoney } from "@/components/money";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import type { Card } from "@/components/types";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { TextField } from "@/components/ui/text-field";
import { optionalEmail, optionalNote, optionalReference } from "./form-parts";
import { type Movement, movements } from "./movements";
import { useCardRefresh } from "./refresh";

type Props = { card: Card; movement: Movement; onClose: () => void };

const schemaFor = ({ currency, balanceCents }: Card, takesAway: boolean) =>
  z.object({
    amountCents: amountIn(currency, takesAway ? balanceCents : undefined),
    note: optionalNote,
    referenceId: optionalReference,
    consumerEmail: optionalEmail,
  });

/** Activates, redeems or tops up; shows the amount read and the balance to come before it is sent. */
export function MovementDialog({ card, movement, onClose }: Props) {
  const {
    title,
    description,
    verb,
    joint = " ",
    done,
    path,
    direction,
    extras,
  } = movements[movement];
  const refresh = useCardRefresh(card.uuid);
  const send = usePost(path(card.uuid));
  const form = useForm({
    resolver: checkedBy(schemaFor(card, direction < 0)),
    defaultValues: { amountCents: "" },
  });
  const { errors } = form.formState;
  const typed = parseMoney(form.watch("amountCents"), card.currency);
  const amountCents = "amountCents" in typed ? typed.amountCents : null;

  const sending = useSubmit(form, async (body) => {
    const { transaction } = await send.mutateAsync(body);
    await refresh();
    toast(`${done} ${formatMoney(body.amountCents, card.currency)}`, {
      href: `/transactions?transaction=${transaction.id}`,
      label: "Open transaction",
    });
    onClose();
  });

  const { sending: checked, check } = useLargeAmount(sending, {
    currency: card.currency,
    // What is taken away is at most the balance.
    amountCents: direction > 0 ? amountCents : null,
  });

  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <DialogForm
        {...checked}
        verb={
          <>
            {verb}
            {amountCents !== null && `${joint}${formatMoney(amountCents, card.currency)}`}
          </>
        }
        onClose={onClose}
      >
        <Field
          label="Amount"
          error={errors.amountCents?.message}
          help={<Preview card={card} amountCents={amountCents} direction={direction} />}
        >
          {(control) => (
            <MoneyInput {...control} currency={card.currency} {...form.register("amountCents")} />
          )}
        </Field>
        {check}
        <Extras
          form={form}
          names={extras.filter((name) => name !== "consumerEmail" || !card.ownerEmail)}
        />
      </DialogForm>
    </Dialog>
  );
}

type Typed = z.input<ReturnType<typeof schemaFor>>;
type Form = UseFormReturn<Typed, unknown, z.output<ReturnType<typeof schemaFor>>>;
type ExtrasProps = { form: Form; names: (typeof movements)[Movement]["extras"] };

/** What may be told with a movement. */
function Extras({ form, names }: ExtrasProps) {
  const { errors } = form.formState;
  return (
    <>
      {names.includes("consumerEmail") && (
        <TextField
          label="Owner's e-mail address"
          optional
          error={errors.consumerEmail?.message}
          type="email"
          {...form.register("consumerEmail")}
        />
      )}
      {names.includes("note") && (
        <TextField
          label="Note"
          optional
          help="The card's owner sees it in the history."
          error={errors.note?.message}
          {...form.register("note")}
        />
      )}
      {names.includes("referenceId") && (
        <TextField
          label="Reference"
          optional
          help="For instance the receipt's number, to find it again."
          error={errors.referenceId?.message}
          className="font-mono"
          {...form.register("referenceId")}
        />
      )}
    </>
  );
}

type PreviewProps = { card: Card; amountCents: number | null; direction: 1 | -1 };

function Preview({ card, amountCents, direction }: PreviewProps) {
  const now = formatMoney(card.balanceCents, card.currency);
  if (amountCents === null) return <>Balance now {now}</>;
  const afterCents = card.balanceCents + direction * amountCents;
  if (afterCents < 0) return <>More than the balance of {now}</>;
  return (
    <span className="tabular-nums">
      Balance {now} {direction > 0 ? "+" : "−"} {formatMoney(amountCents, card.currency)} ={" "}
      <b className="font-semibold text-ink">{formatMoney(afterCents, card.currency)}</b>
    </span>
  );
}
