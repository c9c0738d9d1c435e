"use client";

import type { ApiError } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";

type Props = {
  title: string;
  /** What will happen, with the amounts. */
  consequence: string;
  verb: string;
  keep: string;
  busy: boolean;
  error?: ApiError | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirmation dialog for actions that can't be undone. */
export const AskDialog = ({ title, consequence, verb, keep, ...asked }: Props) => (
  <Dialog onClose={asked.onClose} title={title} description={consequence}>
    {asked.error && <RequestFailure error={asked.error} />}
    <DialogActions>
      <Button onClick={asked.onClose} disabled={asked.busy} size="lg">
        {keep}
      </Button>
      <Button variant="danger" busy={asked.busy} onClick={asked.onConfirm} size="lg">
        {verb}
      </Button>
    </DialogActions>
  </Dialog>
);
