"use client";

import { ApiError, url } from "@/components/api";
import { countOf, number } from "@/components/numbers";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import type { BatchWithCards } from "@/components/types";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useBatchRefresh } from "./use-batch";

/** Disables for good what of a batch was never sold. */
export function VoidDialog({ batch, onClose }: { batch: BatchWithCards; onClose: () => void }) {
  const refresh = useBatchRefresh();
  const send = usePost(url("/api/portal/batches/{id}/void", { id: batch.id }));
  const { inactive, active } = batch.cards;
  const confirm = () =>
    send.mutate(
      {},
      {
        onSuccess: async () => {
          await refresh();
          toast("Voiding begun");
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Void ${countOf(inactive, "card")}`}
      consequence={
        <>
          <b className="font-semibold text-ink">
            {number(inactive)} unsold {inactive === 1 ? "card" : "cards"} can't be activated any
            more.
          </b>{" "}
          For stock that was lost, spoilt or never printed. This can't be undone.
          {active > 0 && ` The ${countOf(active, "card")} that were sold stay as they are.`}
        </>
      }
      proof={String(inactive)}
      proofLabel="Type the number of cards:"
      verb={`Void ${countOf(inactive, "card")}`}
      busy={send.isPending}
      error={send.error instanceof ApiError ? send.error : null}
      onConfirm={confirm}
    />
  );
}
