import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post } from "@/components/api";
import { cardTypes } from "@/components/cards/words";
import { CardTypeField, CurrencyField } from "@/components/form-fields";
import { typedName, upTo } from "@/components/form-schemas";
import { FormMoney, FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { amountSoFar, withParsedAmount } from "@/components/money-fields";
import { countOf, formatNumber } from "@/components/numbers";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { batchRefreshKeys } from "./batch";

const maxCards = 50_000;

const parseCount = (text: string) => Number(text.replace(/[\s.,']/g, ""));

const NewBatchSchema = z.pipe(
  z.object({
    name: typedName,
    quantity: z.pipe(
      z.string().check(z.trim(), z.regex(/^\d[\d\s.,']{0,9}$/, "Enter a whole number.")),
      z.pipe(z.transform(parseCount), upTo(maxCards)),
    ),
    currency: z.string(),
    cardType: z.enum(cardTypes),
    amountCents: z.string(),
  }),
  z.transform(({ amountCents, ...batch }, context) => {
    if (amountCents.trim() === "") return batch;
    return withParsedAmount({ ...batch, amountCents }, context);
  }),
);

type Typed = z.input<typeof NewBatchSchema>;

const typedCount = ({ quantity }: Typed) =>
  /^\d/.test(quantity.trim()) ? parseCount(quantity) : 0;

export function CreateBatchDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const router = useRouter();
  return (
    <ActionDialog
      onClose={onClose}
      title="Create a batch"
      description="Cards alike, each with a code of its own. They hold nothing until they are activated."
      schema={NewBatchSchema}
      defaults={{
        name: "",
        quantity: "",
        currency: merchant.currency,
        cardType: "physical",
        amountCents: "",
      }}
      amount={(typed) => ({
        currency: typed.currency,
        amountCents: amountSoFar(typed),
        each: true,
      })}
      verb={(typed, busy) => {
        const count = typedCount(typed);
        const known = count >= 1 && count <= maxCards ? countOf(count, "card") : "batch";
        return busy ? "Creating…" : `Create ${known}`;
      }}
      send={(batch, key) => post("/api/v1/batches", batch, key)}
      refresh={batchRefreshKeys}
      done={(batch) => {
        toast(`Batch of ${countOf(batch.quantity, "card")} begun`);
        router.push(`/batches/${batch.id}`);
      }}
    >
      {(form, check) => <Fields form={form} check={check} />}
    </ActionDialog>
  );
}

type FieldsProps = {
  form: UseFormReturn<Typed, unknown, z.output<typeof NewBatchSchema>>;
  check: ReactNode;
};

function Fields({ form, check }: FieldsProps) {
  const typed = form.watch();
  const { currency } = typed;
  const amountCents = amountSoFar(typed);
  const count = typedCount(typed);
  return (
    <>
      <FormText
        form={form}
        name="name"
        label="Name"
        help="To find it again, for instance the occasion or the printer's order."
        autoComplete="off"
      />
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-3">
        <FormText
          form={form}
          name="quantity"
          label="How many cards"
          help={`From 1 to ${formatNumber(maxCards)}.`}
          inputMode="numeric"
          autoComplete="off"
        />
        <CurrencyField form={form} name="currency" />
      </div>
      <CardTypeField form={form} name="cardType" types={["physical", "digital"]} />
      <FormMoney
        form={form}
        name="amountCents"
        label="Amount on each"
        optional
        currency={currency}
        help={
          amountCents !== null && count > 1 ? (
            <span className="tabular-nums">
              {countOf(count, "card")} will be worth{" "}
              <b className="font-semibold text-ink">
                {formatMoney(BigInt(amountCents) * BigInt(Math.min(count, maxCards)), currency)}
              </b>{" "}
              once all are activated.
            </span>
          ) : (
            "With which they are to be activated. Leave it empty when each is sold for another amount."
          )
        }
      />
      {check}
    </>
  );
}
