"use client";

import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { amountIn } from "@/components/amount";
import { amountSoFar } from "@/components/amount-field";
import { url } from "@/components/api";
import { optionalNote } from "@/components/cards/form-parts";
import { checkedBy, useSubmit } from "@/components/forms";
import { useLargeAmount } from "@/components/large-amount";
import { formatMoney } from "@/components/money";
import { countOf } from "@/components/numbers";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import type { BatchWithCards } from "@/components/types";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { TextField } from "@/components/ui/text-field";
import { decimalText } from "@/lib/money";
import { countIn, RangeFields, rangeIn, wholeRange } from "./range";
import { useBatchRefresh } from "./use-batch";

type Props = { batch: BatchWithCards; onClose: () => void };

/** Activates the unsold cards of a batch or of a range of it, each with the same amount. */
export function ActivateDialog({ batch, onClose }: Props) {
  const { merchant } = useSession();
  const refresh = useBatchRefresh();
  const currency = batch.currency ?? merchant.currency;
  const last = batch.createdCards;
  const activate = usePost(url("/api/portal/batches/{id}/activate", { id: batch.id }));
  const form = useForm({
    resolver: checkedBy(
      z.object({ ...rangeIn(last), amountCents: amountIn(currency), note: optionalNote }),
    ),
    defaultValues: {
      ...wholeRange,
      amountCents: batch.amountCents === null ? "" : decimalText(batch.amountCents, currency),
      note: "",
    },
  });
  const sending = useSubmit(form, async (body) => {
    await activate.mutateAsync(body);
    await refresh();
    toast("Activation begun");
    onClose();
  });
  const [from, to, amount] = form.watch(["from", "to", "amountCents"]);
  const amountCents = amountSoFar({ currency, amountCents: amount });
  const { sending: checked, check } = useLargeAmount(sending, {
    currency,
    amountCents,
    each: true,
  });
  const inRange = countIn({ from, to }, last);
  const most = inRange === null ? null : Math.min(inRange, batch.cards.inactive);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Activate cards"
      description="Each can be spent at once, and your systems hear of each. Cards that were sold or voided stay as they are."
    >
      <DialogForm
        {...checked}
        verb={most === null ? "Activate" : `Activate ${countOf(most, "card")}`}
        onClose={onClose}
      >
        <Field
          label="Amount on each"
          error={form.formState.errors.amountCents?.message}
          help={
            amountCents !== null &&
            most !== null && (
              <span role="status" className="tabular-nums">
                {inRange === most ? "" : "At most "}
                {countOf(most, "card")} × {formatMoney(amountCents, currency)} ={" "}
                <b className="font-semibold text-ink">
                  {formatMoney(BigInt(amountCents) * BigInt(most), currency)}
                </b>{" "}
                that you will owe.
              </span>
            )
          }
        >
          {(control) => (
            <MoneyInput {...control} currency={currency} {...form.register("amountCents")} />
          )}
        </Field>
        <div className="grid gap-1.5">
          <RangeFields form={form} last={last} />
          <p className="text-sm text-muted">
            By their numbers in the file and on the sheets. Leave both empty for the whole batch.
          </p>
        </div>
        <TextField
          label="Note"
          optional
          help="Stands in the history of each card."
          error={form.formState.errors.note?.message}
          {...form.register("note")}
        />
        {check}
      </DialogForm>
    </Dialog>
  );
}
