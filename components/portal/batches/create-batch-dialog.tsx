import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { cardTypes } from "@/components/kit/cards/words";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { CardTypeField, CurrencyField } from "@/components/kit/form/form-fields";
import { typedName, upTo } from "@/components/kit/form/form-schemas";
import { FormMoney, FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { toast } from "@/components/kit/page/toast";
import { batchRefreshKeys } from "./batch";

const maxCards = 50_000;

const parseCount = (text: string) => Number(text.replace(/[\s.,']/g, ""));

const newBatchSchema = (t: Translate<"batches">) =>
  z.pipe(
    z.object({
      name: typedName,
      quantity: z.pipe(
        z.string().check(z.trim(), z.regex(/^\d[\d\s.,']{0,9}$/, t("create.wholeNumber"))),
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

type Schema = ReturnType<typeof newBatchSchema>;
type Typed = z.input<Schema>;

const typedCount = ({ quantity }: Typed) =>
  /^\d/.test(quantity.trim()) ? parseCount(quantity) : 0;

export function CreateBatchDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("batches");
  const { merchant } = useSession();
  const router = useRouter();
  return (
    <ActionDialog
      onClose={onClose}
      title={t("create.title")}
      description={t("create.description")}
      schema={newBatchSchema(t)}
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
        if (busy) return t("create.busy");
        const isKnown = count >= 1 && count <= maxCards;
        return isKnown ? t("create.verbCount", { count }) : t("create.verb");
      }}
      send={(batch, key) => post("/api/v1/batches", batch, key)}
      refresh={batchRefreshKeys}
      done={(batch) => {
        toast(t("create.started", { count: batch.quantity }));
        router.push(`/batches/${batch.id}`);
      }}
    >
      {(form, check) => <Fields form={form} check={check} />}
    </ActionDialog>
  );
}

type FieldsProps = {
  form: UseFormReturn<Typed, unknown, z.output<Schema>>;
  check: ReactNode;
};

function Fields({ form, check }: FieldsProps) {
  const t = useTranslations("batches");
  const typed = form.watch();
  const { currency } = typed;
  const amountCents = amountSoFar(typed);
  const count = typedCount(typed);
  return (
    <>
      <FormText
        form={form}
        name="name"
        label={t("create.name")}
        help={t("create.nameHelp")}
        autoComplete="off"
      />
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-3">
        <FormText
          form={form}
          name="quantity"
          label={t("create.quantity")}
          help={t("create.quantityHelp", { max: maxCards })}
          inputMode="numeric"
          autoComplete="off"
        />
        <CurrencyField form={form} name="currency" />
      </div>
      <CardTypeField form={form} name="cardType" types={["physical", "digital"]} />
      <FormMoney
        form={form}
        name="amountCents"
        label={t("create.amount")}
        optional
        currency={currency}
        help={
          amountCents !== null && count > 1 ? (
            <span className="tabular-nums">
              {t.rich("create.total", {
                count,
                total: formatMoney(
                  BigInt(amountCents) * BigInt(Math.min(count, maxCards)),
                  currency,
                ),
                b: (text) => <b className="font-semibold text-ink">{text}</b>,
              })}
            </span>
          ) : (
            t("create.amountHelp")
          )
        }
      />
      {check}
    </>
  );
}
