"use client";

import { useMutation } from "@tanstack/react-query";
import { ApiError, remove } from "@/components/api";
import { countOf } from "@/components/numbers";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import type { Platform } from "./types";
import { usePlatformRefresh } from "./use-platform";
import { secretWords } from "./words";

type Props = { platform: Platform; onClose: () => void };

/** Ends the connection; says what becomes of the gift cards in the shop. */
export function DisconnectDialog({ platform, onClose }: Props) {
  const refresh = usePlatformRefresh();
  const { name, counts, kind } = platform;
  const disconnect = useMutation({
    mutationFn: () => remove("/api/portal/platform"),
    onSuccess: async () => {
      await refresh();
      toast(`${name} disconnected`);
      onClose();
    },
  });
  const waiting = counts.queued;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Disconnect ${name}`}
      description={
        <div className="grid gap-3">
          {counts.created > 0 && (
            <p>
              <b className="font-semibold text-ink">
                {countOf(counts.created, "card")} can still be spent in the shop, and nothing
                follows {counts.created === 1 ? "it" : "them"} any more.
              </b>{" "}
              What is spent there is not taken here, and the other way round: the same money can be
              spent twice. Disable them there if nobody is to use them.
            </p>
          )}
          {waiting > 0 && (
            <p>{countOf(waiting, "card")} waiting to be created there will not be.</p>
          )}
          <p>
            The {secretWords[kind]} is forgotten. Connect the same shop again and its gift cards are
            taken up where they were left, and compared.
          </p>
        </div>
      }
    >
      {disconnect.error instanceof ApiError && <RequestFailure error={disconnect.error} />}
      <DialogActions>
        <Button onClick={onClose}>Keep it connected</Button>
        <Button variant="danger" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
          Disconnect
        </Button>
      </DialogActions>
    </Dialog>
  );
}
