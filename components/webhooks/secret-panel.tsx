"use client";

import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { ApiError } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import { usePost } from "@/components/use-post";
import { SecretReveal } from "./secret-reveal";
import type { Webhook } from "./types";
import { useWebhookRefresh } from "./use-webhook";
import { Verification } from "./verification";

/** The signing secret: look at it, replace it without losing a delivery, check signatures. */
export function SecretPanel({ webhook }: { webhook: Webhook }) {
  const [verifying, setVerifying] = useState(false);
  return (
    <section aria-labelledby="secret" className="grid gap-4">
      <h2 id="secret" className="text-lg font-semibold">
        Signing secret
      </h2>
      <SecretReveal key={String(webhook.rotating)} webhookId={webhook.id} />
      <Rotation webhook={webhook} />
      <Button className="justify-self-start" onClick={() => setVerifying(true)}>
        <ShieldCheck aria-hidden /> How to check a signature
      </Button>
      {verifying && (
        <Dialog
          open
          onOpenChange={setVerifying}
          title="Check a delivery's signature"
          description="X-Service-Signature is the hex HMAC-SHA256 of the body exactly as it arrived, keyed with the secret as it is shown."
        >
          <Verification url={webhook.url} />
          <DialogActions>
            <Button variant="primary" onClick={() => setVerifying(false)}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}

function Rotation({ webhook: { id, rotating } }: { webhook: Webhook }) {
  const refresh = useWebhookRefresh(id);
  const rotate = usePost<object, object>(`/api/portal/webhooks/${id}/rotate`);
  const switchOver = usePost<object, object>(`/api/portal/webhooks/${id}/switch`);
  const failure = rotate.error ?? switchOver.error;
  const finish = (words: string) => ({
    onSuccess: async () => {
      await refresh();
      toast(words);
    },
  });
  return (
    <div className="grid gap-3 rounded-md border bg-surface p-4">
      {rotating ? (
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
          <Button
            variant="primary"
            className="justify-self-start"
            busy={switchOver.isPending}
            onClick={() => switchOver.mutate({}, finish("The next secret is in force"))}
          >
            Switch to the next secret
          </Button>
        </>
      ) : (
        <>
          <p className="text-sm text-muted">
            To replace the secret, make the next one. The old one keeps signing until you switch, so
            that no delivery is refused in between.
          </p>
          <Button
            className="justify-self-start"
            busy={rotate.isPending}
            onClick={() => rotate.mutate({}, finish("The next secret is ready"))}
          >
            Rotate secret
          </Button>
        </>
      )}
      {failure instanceof ApiError && <RequestFailure error={failure} />}
    </div>
  );
}
