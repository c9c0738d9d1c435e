import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import type { BatchWithCards } from "@/components/kit/api/types";
import { confirmation } from "@/components/kit/dialog/confirmation";
import type { Closing } from "@/components/kit/dialog/dialog-area";
import {
  amountCheck,
  type FieldAt,
  field,
  optional,
  together,
} from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { FormMoney } from "@/components/kit/form/form-money";
import { upTo } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { formatMoney, usualAmounts } from "@/components/kit/money/money";
import { amountSoFar } from "@/components/kit/money/money-fields";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { strong } from "@/components/kit/ui/strong";
import { anyAmountField, refuseOtherAmount } from "@/components/portal/cards/denomination";
import { decimalText } from "@/lib/base/money";
import { batchRefreshKeys } from "./batch";

type Props = { batch: BatchWithCards } & Closing;

/** Validates a typed card number in a batch; empty means no limit. */
const cardNumberSchema = (t: Translate<"batches">, last: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{0,6}$/, t("activate.wholeNumber"))),
    z.pipe(
      z.transform((text: string) => (text === "" ? undefined : Number(text))),
      z.optional(upTo(last)),
    ),
  );

type Range = { from: string; to: string };

/** The number of cards in the typed range, or all of `last` if it is empty. Null if the range is invalid. */
function countIn({ from, to }: Range, last: number): number | null {
  const [first, end] = [from.trim() || "1", to.trim() || String(last)].map(Number);
  const known = first !== undefined && end !== undefined && first >= 1 && end <= last;
  return known && first <= end ? end - first + 1 : null;
}

/** At most so many cards of the typed range can be activated. Null if the range is invalid. */
function maxCardsIn(typed: Range, { createdCards, cards }: BatchWithCards): number | null {
  const inRange = countIn(typed, createdCards);
  return inRange === null ? null : Math.min(inRange, cards.inactive);
}

const ofBatch = {
  texts: "batches",
  refresh: () => batchRefreshKeys,
  subject: ({ batch }: { batch: BatchWithCards }) => batch,
} as const;

type Store = { batch: BatchWithCards; merchant: { currency: string } };
const printedOn = ({ batch, merchant }: Store) => ({
  denominationCents: batch.amountCents,
  currency: batch.currency ?? merchant.currency,
});

/** Activates the unsold cards of a batch, or of a range in it, each with the same amount. */
export const ActivateDialog = formDialog(ofBatch, "activate", {
  operation: ["POST", "/api/portal/batches/{id}/activate"],
  fields: ({ t, batch, merchant }) => {
    const printed = printedOn({ batch, merchant });
    const { denominationCents, currency } = printed;
    const last = batch.createdCards;
    const range = { from: cardNumberSchema(t, last), to: cardNumberSchema(t, last) };
    return {
      amountCents: field(
        amountSchema(currency),
        denominationCents === null ? "" : decimalText(denominationCents, currency),
        (at) => (
          <FormMoney
            {...at}
            label={t("activate.amount")}
            currency={currency}
            presets={{ amounts: denominationCents === null ? usualAmounts(currency) : [] }}
            help={
              <NewLiability
                typed={at.form.watch() as NewLiabilityProps["typed"]}
                batch={batch}
                currency={currency}
              />
            }
          />
        ),
      ),
      anyAmount: anyAmountField(printed),
      ...together(range, { from: "", to: "" }, ({ form }) => (
        <RangeFields form={form} last={last} />
      )),
      note: optional(t("activate.note"), { help: t("activate.noteHelp") }),
      amountCheck,
    };
  },
  parse: (sale, payload, context) => refuseOtherAmount(sale, payload, printedOn(context)),
  amount: ({ amountCents }, context) => {
    const { currency } = printedOn(context);
    return { currency, amountCents: amountSoFar({ amountCents, currency }), each: true };
  },
  submit: ({ t, batch }, typed) => {
    const count = maxCardsIn(typed, batch);
    return count !== null && t("activate.verbCount", { count });
  },
});

function RangeFields({ form, last }: Pick<FieldAt, "form"> & { last: number }) {
  const t = useTranslations("batches");
  const digits = { inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-2 items-start gap-3">
        <FormText form={form} name="from" label={t("activate.first")} placeholder="1" {...digits} />
        <FormText
          form={form}
          name="to"
          label={t("activate.last")}
          placeholder={String(last)}
          {...digits}
        />
      </div>
      <p className="text-sm text-muted">{t("activate.rangeHelp")}</p>
    </div>
  );
}

type NewLiabilityProps = {
  typed: Range & { amountCents: string };
  batch: BatchWithCards;
  currency: string;
};

function NewLiability({ typed, batch, currency }: NewLiabilityProps) {
  const t = useTranslations("batches");
  const amountCents = amountSoFar({ ...typed, currency });
  const most = maxCardsIn(typed, batch);
  if (amountCents === null || most === null) return null;
  const isExact = countIn(typed, batch.createdCards) === most;
  return (
    <span role="status" className="tabular-nums">
      {t.rich(isExact ? "activate.liability" : "activate.liabilityAtMost", {
        count: most,
        amount: formatMoney(amountCents, currency),
        total: formatMoney(BigInt(amountCents) * BigInt(most), currency),
        b: strong,
      })}
    </span>
  );
}

export const VoidDialog = confirmation(ofBatch, "void", {
  operation: ["POST", "/api/portal/batches/{id}/void"],
  values: ({ batch }) => ({ count: batch.cards.inactive }),
  description: ({ t, batch: { cards } }) => (
    <>
      {t.rich("void.description", { count: cards.inactive, b: strong })}{" "}
      {cards.active > 0 && t("void.soldStay", { count: cards.active })}
    </>
  ),
  proof: ({ batch }) => String(batch.cards.inactive),
});

/** Warns before the download: anyone with a code can use the card. */
export function ExportDialog({ batch, onClose }: Props) {
  const t = useTranslations("batches");
  const tc = useTranslations("common");
  const count = batch.createdCards;
  return (
    <Dialog
      onClose={onClose}
      title={t("export.title")}
      description={t("export.description", { count })}
    >
      <p>{t("export.warning")}</p>
      <DialogActions>
        <Button onClick={onClose}>{tc("actions.close")}</Button>
        <DownloadLink variant="primary" href={`/api/portal/batches/${batch.id}/codes`}>
          {t("export.verb", { count })}
        </DownloadLink>
      </DialogActions>
    </Dialog>
  );
}
