"use client";

import { DownloadLink } from "@/components/download-link";
import { countOf } from "@/components/numbers";
import type { BatchWithCards } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";

type Props = { batch: BatchWithCards; onClose: () => void };

/** Says what the file is before it leaves: whoever has it has the cards. */
export const ExportDialog = ({ batch, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={onClose}
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
