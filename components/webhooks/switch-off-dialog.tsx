"use client";

import { useMutation } from "@tanstack/react-query";
import { patch, url } from "@/components/api";
import { countOf } from "@/components/numbers";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import type { Webhook } from "./types";
import { useWebhookRefresh } from "./use-webhook";

/** Switches a webhook off until it is brought back. */
export function SwitchOffDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const refresh = useWebhookRefresh(webhook.id);
  const off = useMutation({
    mutationFn: () => patch(url("/api/v1/webhooks/{id}", { id: webhook.id }), { active: false }),
    onSuccess: async () => {
      await refresh();
      toast("Webhook switched off");
      onClose();
    },
  });
  const { pending } = webhook.health;
  return (
    <Dialog
      onClose={onClose}
      title="Switch this webhook off"
      description={
        <>
          Nothing is sent any more.{" "}
          {pending > 0 &&
            `${countOf(pending, "waiting delivery is", "waiting deliveries are")} held. `}
          Events are kept for 30 days and can be replayed once it is on again.
        </>
      }
    >
      <RequestFailure error={off.error} />
      <DialogActions>
        <Button onClick={onClose}>Leave it on</Button>
        <Button variant="primary" busy={off.isPending} onClick={() => off.mutate()}>
          Switch off
        </Button>
      </DialogActions>
    </Dialog>
  );
}
