"use client";

import { useState } from "react";
import { pathWith } from "@/components/api";
import { DownloadLink } from "@/components/download-link";
import { countOf, number } from "@/components/numbers";
import type { BatchWithCards } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

type Props = { batch: BatchWithCards; onClose: () => void };

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

type SheetsDialogProps = { batch: BatchWithCards; onClose: () => void };

/** PDF sheets for your own printer, up to 500 cards per file. */
export function SheetsDialog({ batch, onClose }: SheetsDialogProps) {
  const last = batch.createdCards;
  const [first, setFirst] = useState(1);
  const end = Math.min(first + cardsPerFile - 1, last);
  const parts = Array.from({ length: Math.ceil(last / cardsPerFile) }, (_, index) => {
    const from = index * cardsPerFile + 1;
    const to = Math.min(from + cardsPerFile - 1, last);
    return { value: String(from), label: `Cards ${number(from)} to ${number(to)}` };
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
          href={pathWith(`/api/portal/batches/${batch.id}/sheet`, { from: first, to: end })}
        >
          Make {pages === 1 ? "1 page" : `${pages} pages`}
        </DownloadLink>
      </DialogActions>
    </Dialog>
  );
}
