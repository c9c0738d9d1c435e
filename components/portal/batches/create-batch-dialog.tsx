import * as z from "zod/mini";
import { cardTypes } from "@/components/kit/cards/words";
import { amountCheck, field, name, together } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { CardTypeField, CurrencyField } from "@/components/kit/form/form-fields";
import { FormMoney } from "@/components/kit/form/form-money";
import { upTo } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney, usualAmounts } from "@/components/kit/money/money";
import { amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { toast } from "@/components/kit/page/toast";
import { strong } from "@/components/kit/ui/strong";
import { batchRefreshKeys } from "./batch";

const maxCards = 50_000;

const parseCount = (text: string) => Number(text.replace(/[\s.,']/g, ""));

const countSchema = (t: Translate<"batches">) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d[\d\s.,']{0,9}$/, t("create.wholeNumber"))),
    z.pipe(z.transform(parseCount), upTo(maxCards)),
  );

type Typed = { quantity: string; currency: string; amountCents: string };

const typedCount = ({ quantity }: Pick<Typed, "quantity">) =>
  /^\d/.test(quantity.trim()) ? parseCount(quantity) : 0;

/** What the cards are worth once activated, or what the amount is for. */
function amountHelp(t: Translate<"batches">, typed: Typed) {
  const amountCents = amountSoFar(typed);
  const count = typedCount(typed);
  if (amountCents === null || count <= 1) return t("create.amountHelp");
  const total = BigInt(amountCents) * BigInt(Math.min(count, maxCards));
  return (
    <span className="tabular-nums">
      {t.rich("create.total", { count, total: formatMoney(total, typed.currency), b: strong })}
    </span>
  );
}

export const CreateBatchDialog = formDialog(
  { texts: "batches", refresh: () => batchRefreshKeys },
  "create",
  {
    operation: ["POST", "/api/v1/batches"],
    fields: ({ t, merchant }) => ({
      name: name(t("create.name"), { help: t("create.nameHelp") }),
      ...together(
        { quantity: countSchema(t), currency: z.string() },
        { quantity: "", currency: merchant.currency },
        ({ form }) => (
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
        ),
      ),
      cardType: field(z.enum(cardTypes), "physical", (at) => (
        <CardTypeField {...at} types={["physical", "digital"]} />
      )),
      amountCents: field(z.string(), "", (at) => (
        <FormMoney
          {...at}
          label={t("create.amount")}
          optional
          currency={at.form.watch("currency")}
          presets={{ amounts: usualAmounts(at.form.watch("currency")) }}
          help={amountHelp(t, at.form.watch() as Typed)}
        />
      )),
      amountCheck,
    }),
    parse: ({ amountCents, ...batch }, payload) =>
      amountCents.trim() === "" ? batch : withParsedAmount({ ...batch, amountCents }, payload),
    amount: (typed) => ({
      currency: typed.currency,
      amountCents: amountSoFar(typed),
      each: true,
    }),
    submit: ({ t }, typed, busy) => {
      if (busy) return t("create.busy");
      const count = typedCount(typed);
      return count >= 1 && count <= maxCards && t("create.verbCount", { count });
    },
    done: (batch, _, { t, router }) => {
      toast(t("create.started", { count: batch.quantity }));
      router.push(`/batches/${batch.id}`);
    },
  },
);
