"use client";

import { useRouter } from "next/navigation";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { amountSoFar, withAmount } from "@/components/amount-field";
import { CardTypeField } from "@/components/cards/card-type-field";
import { cardTypes } from "@/components/cards/words";
import { CurrencyField } from "@/components/currency-field";
import { checkedBy, useSubmit } from "@/components/forms";
import { useLargeAmount } from "@/components/large-amount";
import { formatMoney } from "@/components/money";
import { countOf, number } from "@/components/numbers";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { typedName } from "@/components/typed";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { TextField } from "@/components/ui/text-field";
import { useBatchRefresh } from "./use-batch";

const most = 50_000;

const countIn = (text: string) => Number(text.replace(/[\s.,']/g, ""));

const Wanted = z.pipe(
  z.object({
    name: typedName("Enter a name."),
    quantity: z.pipe(
      z.string().check(z.trim(), z.regex(/^\d[\d\s.,']{0,9}$/, "Enter a whole number.")),
      z.pipe(
        z.transform(countIn),
        z
          .number()
          .check(
            z.refine(
              (count) => count >= 1 && count <= most,
              `Enter a number from 1 to ${number(most)}.`,
            ),
          ),
      ),
    ),
    currency: z.string(),
    cardType: z.enum(cardTypes),
    amountCents: z.string(),
  }),
  z.transform(({ amountCents, ...batch }, context) => {
    if (amountCents.trim() === "") return batch;
    return withAmount({ ...batch, amountCents }, context);
  }),
);

type Typed = z.input<typeof Wanted>;
type Body = z.output<typeof Wanted>;
type Form = UseFormReturn<Typed, unknown, Body>;

/** Makes a batch, and goes to its page, which tells how far it has come. */
export function CreateBatchDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const router = useRouter();
  const refresh = useBatchRefresh();
  const create = usePost("/api/v1/batches");
  const form: Form = useForm<Typed, unknown, Body>({
    resolver: checkedBy(Wanted),
    defaultValues: {
      name: "",
      quantity: "",
      currency: merchant.currency,
      cardType: "physical",
      amountCents: "",
    },
  });
  const sending = useSubmit(form, async (body) => {
    const batch = await create.mutateAsync(body);
    void refresh();
    toast(`Batch of ${countOf(batch.quantity, "card")} begun`);
    router.push(`/batches/${batch.id}`);
  });
  const [currency, amount, quantity] = form.watch(["currency", "amountCents", "quantity"]);
  const amountCents = amountSoFar({ currency, amountCents: amount });
  const { sending: checked, check } = useLargeAmount(sending, {
    currency,
    amountCents,
    each: true,
  });
  const count = /^\d/.test(quantity.trim()) ? countIn(quantity) : 0;
  const known = count >= 1 && count <= most ? countOf(count, "card") : "batch";

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Create a batch"
      description="Cards alike, each with a code of its own. They hold nothing until they are activated."
    >
      <DialogForm
        {...checked}
        verb={sending.busy ? "Creating…" : `Create ${known}`}
        onClose={onClose}
      >
        <Fields form={form} count={count} amountCents={amountCents} />
        {check}
      </DialogForm>
    </Dialog>
  );
}

type FieldsProps = { form: Form; count: number; amountCents: number | null };

function Fields({ form, count, amountCents }: FieldsProps) {
  const { errors } = form.formState;
  const currency = form.watch("currency");
  return (
    <>
      <TextField
        label="Name"
        help="To find it again, for instance the occasion or the printer's order."
        error={errors.name?.message}
        autoComplete="off"
        {...form.register("name")}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-3">
        <TextField
          label="How many cards"
          help={`From 1 to ${number(most)}.`}
          error={errors.quantity?.message}
          inputMode="numeric"
          autoComplete="off"
          {...form.register("quantity")}
        />
        <CurrencyField control={form.control} name="currency" />
      </div>
      <CardTypeField control={form.control} name="cardType" types={["physical", "digital"]} />
      <Field
        label="Amount on each"
        optional
        error={errors.amountCents?.message}
        help={
          amountCents !== null && count > 1 ? (
            <span className="tabular-nums">
              {countOf(count, "card")} will be worth{" "}
              <b className="font-semibold text-ink">
                {formatMoney(BigInt(amountCents) * BigInt(Math.min(count, most)), currency)}
              </b>{" "}
              once all are activated.
            </span>
          ) : (
            "With which they are to be activated. Leave it empty when each is sold for another amount."
          )
        }
      >
        {(control) => (
          <MoneyInput {...control} currency={currency} {...form.register("amountCents")} />
        )}
      </Field>
    </>
  );
}
