import { useState } from "react";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { pathWithQuery, post, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { DownloadLink } from "@/components/download-link";
import { amountSchema, optionalNote, upTo } from "@/components/form-schemas";
import { FormMoney, FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { amountSoFar } from "@/components/money-fields";
import { countOf, formatNumber } from "@/components/numbers";
import { useSession } from "@/components/session";
import type { BatchWithCards } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { decimalText } from "@/lib/money";
import { batchRefreshKeys } from "./batch";

type Props = { batch: BatchWithCards; onClose: () => void };

/** Validates a typed card number in a batch; empty means no limit. */
const cardNumberSchema = (last: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{0,6}$/, "Enter a whole number.")),
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
  const { merchant } = useSession();
  const currency = batch.currency ?? merchant.currency;
  const last = batch.createdCards;
  return (
    <ActionDialog
      onClose={onClose}
      title="Activate cards"
      description="Each can be spent at once, and your systems hear of each. Cards that were sold or voided stay as they are."
      schema={z.object({
        from: cardNumberSchema(last),
        to: cardNumberSchema(last),
        amountCents: amountSchema(currency),
        note: optionalNote,
      })}
      defaults={{
        from: "",
        to: "",
        amountCents: batch.amountCents === null ? "" : decimalText(batch.amountCents, currency),
        note: "",
      }}
      amount={(typed) => ({
        currency,
        amountCents: amountSoFar({ ...typed, currency }),
        each: true,
      })}
      verb={(typed) => {
        const most = mostIn(typed, batch);
        return most === null ? "Activate" : `Activate ${countOf(most, "card")}`;
      }}
      send={(body, key) =>
        post(url("/api/portal/batches/{id}/activate", { id: batch.id }), body, key)
      }
      refresh={batchRefreshKeys}
      toast={() => "Activation begun"}
    >
      {(form, check) => (
        <>
          <FormMoney
            form={form}
            name="amountCents"
            label="Amount on each"
            currency={currency}
            help={<Owed typed={form.watch()} batch={batch} currency={currency} />}
          />
          <div className="grid gap-1.5">
            <div className="grid grid-cols-2 items-start gap-3">
              <FormText form={form} name="from" label="First card" placeholder="1" {...digits} />
              <FormText
                form={form}
                name="to"
                label="Last card"
                placeholder={String(last)}
                {...digits}
              />
            </div>
            <p className="text-sm text-muted">
              By their numbers in the file and on the sheets. Leave both empty for the whole batch.
            </p>
          </div>
          <FormText
            form={form}
            name="note"
            label="Note"
            optional
            help="Stands in the history of each card."
          />
          {check}
        </>
      )}
    </ActionDialog>
  );
}

type OwedProps = {
  typed: Range & { amountCents: string };
  batch: BatchWithCards;
  currency: string;
};

function Owed({ typed, batch, currency }: OwedProps) {
  const amountCents = amountSoFar({ ...typed, currency });
  const most = mostIn(typed, batch);
  if (amountCents === null || most === null) return null;
  return (
    <span role="status" className="tabular-nums">
      {countIn(typed, batch.createdCards) !== most && "At most "}
      {countOf(most, "card")} × {formatMoney(amountCents, currency)} ={" "}
      <b className="font-semibold text-ink">
        {formatMoney(BigInt(amountCents) * BigInt(most), currency)}
      </b>{" "}
      that you will owe.
    </span>
  );
}

export function VoidDialog({ batch, onClose }: Props) {
  const { inactive, active } = batch.cards;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Void ${countOf(inactive, "card")}`}
      consequence={
        <>
          <b className="font-semibold text-ink">
            {formatNumber(inactive)} unsold {inactive === 1 ? "card" : "cards"} can't be activated
            any more.
          </b>{" "}
          For stock that was lost, spoilt or never printed. This can't be undone.
          {active > 0 && ` The ${countOf(active, "card")} that were sold stay as they are.`}
        </>
      }
      proof={String(inactive)}
      verb={`Void ${countOf(inactive, "card")}`}
      send={(_, key) => post(url("/api/portal/batches/{id}/void", { id: batch.id }), {}, key)}
      refresh={batchRefreshKeys}
      toast={() => "Voiding begun"}
    />
  );
}

/** Warns before the download: anyone with a code can use the card. */
export const ExportDialog = ({ batch, onClose }: Props) => (
  <Dialog
    onClose={onClose}
    title="Export codes"
    description={`A CSV file for the printer with the codes of ${countOf(batch.createdCards, "card")}.`}
  >
    <p>
      Keep it like cash: whoever has a code can spend the card once it is active. That you took the
      file stands in the audit log.
    </p>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
      <DownloadLink variant="primary" href={`/api/portal/batches/${batch.id}/codes`}>
        Export {countOf(batch.createdCards, "card")}
      </DownloadLink>
    </DialogActions>
  </Dialog>
);

const cardsPerFile = 500;
const cardsPerPage = 10;

/** PDF sheets for your own printer, up to 500 cards per file. */
export function SheetsDialog({ batch, onClose }: Props) {
  const last = batch.createdCards;
  const [first, setFirst] = useState(1);
  const end = Math.min(first + cardsPerFile - 1, last);
  const parts = Array.from({ length: Math.ceil(last / cardsPerFile) }, (_, index) => {
    const from = index * cardsPerFile + 1;
    const to = Math.min(from + cardsPerFile - 1, last);
    return { value: String(from), label: `Cards ${formatNumber(from)} to ${formatNumber(to)}` };
  });
  const pages = Math.ceil((end - first + 1) / cardsPerPage);
  return (
    <Dialog
      onClose={onClose}
      title="Print sheets"
      description="A PDF with ten cards on each page, every one with its code and its QR code."
    >
      <div className="grid gap-4">
        {parts.length > 1 && (
          <Field label="Which cards" help="500 a file. For a print shop, export the codes.">
            {(control) => (
              <Select
                {...control}
                value={String(first)}
                onValueChange={(value) => setFirst(Number(value))}
                options={parts}
              />
            )}
          </Field>
        )}
        <p>
          Keep the paper like cash: whoever has a code can spend the card once it is active. That
          you printed it stands in the audit log.
        </p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <DownloadLink
          variant="primary"
          href={pathWithQuery(`/api/portal/batches/${batch.id}/sheet`, { from: first, to: end })}
        >
          Make {pages === 1 ? "1 page" : `${pages} pages`}
        </DownloadLink>
      </DialogActions>
    </Dialog>
  );
}
