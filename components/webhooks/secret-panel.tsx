import { ShieldCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { post, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import { Section } from "@/components/ui/section";
import { SecretReveal } from "./secret-reveal";
import type { Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";

const Verification = dynamic(async () => (await import("./verification")).Verification);

type Props = { webhook: Webhook };

export function SecretPanel({ webhook }: Props) {
  const [verifying, setVerifying] = useState(false);
  return (
    <Section title="Signing secret" className="gap-4">
      <Secrets key={String(webhook.rotating)} webhook={webhook} />
      <Button className="justify-self-start" onClick={() => setVerifying(true)}>
        <ShieldCheck aria-hidden /> How to check a signature
      </Button>
      {verifying && (
        <Dialog onClose={() => setVerifying(false)} title="Check a delivery's signature">
          <Verification url={webhook.url} />
          <DialogActions>
            <Button variant="primary" onClick={() => setVerifying(false)}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  );
}

/** Rotates the secret without losing a delivery: creates the next one, then switches to it. */
function Secrets({ webhook }: Props) {
  const [seenNext, setSeenNext] = useState(false);
  return (
    <>
      <SecretReveal
        webhookId={webhook.id}
        onShown={({ nextSecret }) => setSeenNext(nextSecret !== null)}
      />
      <div className="grid gap-3 rounded-md border bg-surface p-4">
        {webhook.rotating ? (
          <NextSecret webhook={webhook} seen={seenNext} />
        ) : (
          <Rotate webhook={webhook} />
        )}
      </div>
    </>
  );
}

function Rotate({ webhook }: Props) {
  const rotate = usePost(url("/api/portal/webhooks/{id}/rotate", webhook), {
    refresh: changedByWebhook(webhook),
    done: () => toast("The next secret is ready"),
  });
  return (
    <>
      <p className="text-sm text-muted">
        To replace the secret, make the next one. The old one keeps signing until you switch, so
        that no delivery is refused in between.
      </p>
      <Button
        className="justify-self-start"
        busy={rotate.isPending}
        onClick={() => rotate.mutate({})}
      >
        Rotate secret
      </Button>
      <RequestFailure error={rotate.error} />
    </>
  );
}

/** `seen`: the next secret was shown since the page was opened. */
function NextSecret({ webhook, seen }: Props & { seen: boolean }) {
  const [switching, setSwitching] = useState(false);
  const keep = usePost(url("/api/portal/webhooks/{id}/discard", webhook), {
    refresh: changedByWebhook(webhook),
    done: () => toast("The current secret stays"),
  });
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
        <Button variant="ghost" busy={keep.isPending} onClick={() => keep.mutate({})}>
          Keep the current secret
        </Button>
      </div>
      {!seen && (
        <p className="text-sm text-muted">
          Show the secrets before you switch: your receiver needs the next one first.
        </p>
      )}
      <RequestFailure error={keep.error} />
      {switching && <SwitchDialog webhook={webhook} onClose={() => setSwitching(false)} />}
    </>
  );
}

const SwitchDialog = ({ webhook, onClose }: Props & { onClose: () => void }) => (
  <ConfirmDialog
    onClose={onClose}
    title="Switch to the next secret"
    consequence={
      <>
        <b className="font-semibold text-ink">The old secret stops signing at once</b>, retries and
        resends included, and can't be brought back. A receiver that doesn't know the next secret
        yet will refuse every delivery.
      </>
    }
    keep="Not yet"
    verb="Switch"
    variant="primary"
    send={(_, key) => post(url("/api/portal/webhooks/{id}/switch", webhook), {}, key)}
    refresh={changedByWebhook(webhook)}
    done={() => toast("The next secret is in force")}
  />
);
