"use client";

import { toast } from "sonner";
import { ApiError } from "@/components/api";
import { formatMoney } from "@/components/money";
import type { Card } from "@/components/types";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { usePost } from "@/components/use-post";
import { useCardRefresh } from "./refresh";
import { lastFour } from "./words";

/** Disables a card for good. */
export function DisableDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const refresh = useCardRefresh(card.uuid);
  const disable = usePost<object, Card>(`/api/v1/cards/${card.uuid}/disable`);
  const confirm = () =>
    disable.mutate(
      {},
      {
        onSuccess: async () => {
          await refresh();
          toast(`Card ending in ${lastFour(card.code)} disabled`);
          onClose();
        },
      },
    );

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Disable the card ending in ${lastFour(card.code)}`}
      consequence={
        <>
          <b className="font-semibold text-ink">
            {formatMoney(card.balanceCents, card.currency)} of balance becomes unusable.
          </b>{" "}
          The card can't be redeemed, topped up or enabled again. Its history stays.
        </>
      }
      proof={lastFour(card.code)}
      proofLabel="Type the last four of its code:"
      verb="Disable card"
      busy={disable.isPending}
      error={disable.error instanceof ApiError ? disable.error : null}
      onConfirm={confirm}
    />
  );
}
