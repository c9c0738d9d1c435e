import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { post, url } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import type { BatchWithCards } from "@/components/kit/api/types";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { optionalNote, upTo } from "@/components/kit/form/form-schemas";
import { FormMoney, FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar } from "@/components/kit/money/money-fields";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { strong } from "@/components/kit/ui/strong";
import { AnyAmountField, refuseOtherAmount } from "@/components/portal/cards/denomination";
import { decimalText } from "@/lib/base/money";
import { batchRefreshKeys } from "./batch";

type Props = { batch: BatchWithCards; onClose: () => void };

/** Validates a typed card number in a batch; empty means no limit. */
const cardNumberSchema = (t: Translate<"batches">, last: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{0,6}$/, t("activate.wholeNumber"))),
    z.pipe(
      z.transform((text: string) => (text === "" ? undefined : Number(text))),
      z.optional(upTo(last)),
    ),
  );

const digits = { inputMode: "numeric", autoComplete: "off" } as const;

type Range = { from: string; to: string };

/** The number of cards in the typed range, or all of `last` if it is empty. Null if the range is invalid. */
function countIn({ from, to }: Range, last: number): number | null {
  const [first, end] = [from.trim() || "1", to.trim() || String(last)].map(Number);
  const known = first !== undefined && end !== undefined && first >= 1 && end <= last;
  return known && first <= end ? end - first + 1 : null;
}

/** At most so many cards of the typed range can be activated. Null if the range is invalid. */
function mostIn(typed: Range, { createdCards, cards }: BatchWithCards): number | null {
  const inRange = countIn(typed, createdCards);
  return inRange === null ? null : Math.min(inRange, cards.inactive);
}

/** Activates the unsold cards of a batch, or of a range in it, each with the same amount. */
export function ActivateDialog({ batch, onClose }: Props) {
  const t = useTranslations("batches");
  const { merchant } = useSession();
  const currency = batch.currency ?? merchant.currency;
  const last = batch.createdCards;
  const printed = { denominationCents: batch.amountCents, currency };
  return (
    <ActionDialog
      onClose={onClose}
      title={t("activate.title")}
      description={t("activate.description")}
      schema={z
        .object({
          from: cardNumberSchema(t, last),
          to: cardNumberSchema(t, last),
          amountCents: amountSchema(currency),
          anyAmount: z.boolean(),
          note: optionalNote,
        })
        .check(refuseOtherAmount(printed))}
      defaults={{
        from: "",
        to: "",
        amountCents: batch.amountCents === null ? "" : decimalText(batch.amountCents, currency),
        anyAmount: false,
        note: "",
      }}
      amount={(typed) => ({
        currency,
        amountCents: amountSoFar({ ...typed, currency }),
        each: true,
      })}
      verb={(typed) => {
        const most = mostIn(typed, batch);
        return most === null ? t("activate.verb") : t("activate.verbCount", { count: most });
      }}
      send={(body, key) =>
        post(url("/api/portal/batches/{id}/activate", { id: batch.id }), body, key)
      }
      refresh={batchRefreshKeys}
      toast={() => t("activate.started")}
    >
      {(form, check) => (
        <>
          <FormMoney
            form={form}
            name="amountCents"
            label={t("activate.amount")}
            currency={currency}
            help={<NewLiability typed={form.watch()} batch={batch} currency={currency} />}
          />
          <AnyAmountField form={form} {...printed} />
          <div className="grid gap-1.5">
            <div className="grid grid-cols-2 items-start gap-3">
              <FormText
                form={form}
                name="from"
                label={t("activate.first")}
                placeholder="1"
                {...digits}
              />
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
          <FormText
            form={form}
            name="note"
            label={t("activate.note")}
            optional
            help={t("activate.noteHelp")}
          />
          {check}
        </>
      )}
    </ActionDialog>
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
  const most = mostIn(typed, batch);
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

export const VoidDialog = confirmation(
  {
    texts: "batches",
    refresh: () => batchRefreshKeys,
    subject: ({ batch }: { batch: BatchWithCards }) => batch,
  },
  "void",
  {
    operation: ["POST", "/api/portal/batches/{id}/void"],
    values: ({ batch }) => ({ count: batch.cards.inactive }),
    description: ({ t, batch: { cards } }) => (
      <>
        {t.rich("void.description", { count: cards.inactive, b: strong })}{" "}
        {cards.active > 0 && t("void.soldStay", { count: cards.active })}
      </>
    ),
    proof: ({ batch }) => String(batch.cards.inactive),
  },
);

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
