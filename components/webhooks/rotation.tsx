"use client";

import { useState } from "react";
import { ApiError, post, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import type { Webhook } from "./types";
import { useWebhookRefresh } from "./use-webhook";

type Props = {
  webhook: Webhook;
  /** True if the next secret was already shown since the page was opened. */
  seenNext: boolean;
};

/** Rotates the secret without losing a delivery: creates the next one, then switches to it. */
export const Rotation = ({ webhook, seenNext }: Props) => (
  <div className="grid gap-3 rounded-md border bg-surface p-4">
    {webhook.rotating ? (
      <NextSecret id={webhook.id} seen={seenNext} />
    ) : (
      <MakeNext id={webhook.id} />
    )}
  </div>
);

/** Changes the secrets. Shows a toast after the page has refetched. */
function useChange(id: string, change: "rotate" | "keep", done: string) {
  const refresh = useWebhookRefresh(id);
  const sent = usePost(url(`/api/portal/webhooks/{id}/${change}`, { id }));
  const onSuccess = async () => {
    await refresh();
    toast(done);
  };
  return {
    send: () => sent.mutate({}, { onSuccess }),
    busy: sent.isPending,
    failure: sent.error instanceof ApiError ? sent.error : null,
  };
}

function MakeNext({ id }: { id: string }) {
  const rotate = useChange(id, "rotate", "The next secret is ready");
  return (
    <>
      <p className="text-sm text-muted">
        To replace the secret, make the next one. The old one keeps signing until you switch, so
        that no delivery is refused in between.
      </p>
      <Button className="justify-self-start" busy={rotate.busy} onClick={rotate.send}>
        Rotate secret
      </Button>
      <RequestFailure error={rotate.failure} />
    </>
  );
}

function NextSecret({ id, seen }: { id: string; seen: boolean }) {
  const [switching, setSwitching] = useState(false);
  const keep = useChange(id, "keep", "The current secret stays");
  return (
    <>
      <p className="font-medium">A next secret waits to be put in force</p>
      <ol className="grid list-decimal gap-1 pl-5 text-sm text-muted">
        <li>Show the secrets, add the next one to your receiver, and accept either.</li>
        <li>
          Switch. Until then X-Service-Signature is made with the secret in force, and
          webhook-signature carries one signature of each.
        </li>
        <li>Remove the old one from your receiver.</li>
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button variant={seen ? "primary" : "secondary"} onClick={() => setSwitching(true)}>
          Switch to the next secret
        </Button>
        <Button variant="ghost" busy={keep.busy} onClick={keep.send}>
          Keep the current secret
        </Button>
      </div>
      {!seen && (
        <p className="text-sm text-muted">
          Show the secrets before you switch: your receiver needs the next one first.
        </p>
      )}
      <RequestFailure error={keep.failure} />
      {switching && <SwitchDialog id={id} onClose={() => setSwitching(false)} />}
    </>
  );
}

function SwitchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const refresh = useWebhookRefresh(id);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Switch to the next secret"
      consequence={
        <>
          <b className="font-semibold text-ink">The old secret stops signing at once</b>, retries
          and resends included, and can't be brought back. A receiver that doesn't know the next
          secret yet will refuse every delivery.
        </>
      }
      keep="Not yet"
      verb="Switch"
      variant="primary"
      send={(_, key) => post(url("/api/portal/webhooks/{id}/switch", { id }), {}, key)}
      done={async () => {
        await refresh();
        toast("The next secret is in force");
      }}
    />
  );
}
