"use client";

import { ApiError, url } from "@/components/api";
import { formatMoney } from "@/components/money";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import type { Card } from "@/components/types";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useCardRefresh } from "./refresh";
import { lastFour } from "./words";

/** Disables a card for good; one that was never sold is voided. */
export function DisableDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const refresh = useCardRefresh(card.uuid);
  const unsold = card.status === "inactive";
  const { path, verb, done } = unsold ? voiding(card) : disabling(card);
  const disable = usePost(path);
  const confirm = () =>
    disable.mutate(
      {},
      {
        onSuccess: async () => {
          await refresh();
          toast(`Card ending in ${lastFour(card.code)} ${done}`);
          onClose();
        },
      },
    );

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${verb} the card ending in ${lastFour(card.code)}`}
      consequence={
        unsold ? (
          <>
            It holds nothing, and{" "}
            <b className="font-semibold text-ink">can't be activated any more</b>. For a card that
            was lost, spoilt or made by mistake. Its history stays.
          </>
        ) : (
          <>
            <b className="font-semibold text-ink">
              {formatMoney(card.balanceCents, card.currency)} of balance becomes unusable.
            </b>{" "}
            The card can't be redeemed, topped up or enabled again. Its history stays.
          </>
        )
      }
      proof={lastFour(card.code)}
      proofLabel="Type the last four of its code:"
      verb={`${verb} card`}
      busy={disable.isPending}
      error={disable.error instanceof ApiError ? disable.error : null}
      onConfirm={confirm}
    />
  );
}

const disabling = ({ uuid }: Card) => ({
  path: url("/api/v1/cards/{uuid}/disable", { uuid }),
  verb: "Disable",
  done: "disabled",
});

const voiding = ({ uuid }: Card) => ({
  path: url("/api/portal/cards/{uuid}/void", { uuid }),
  verb: "Void",
  done: "voided",
});
