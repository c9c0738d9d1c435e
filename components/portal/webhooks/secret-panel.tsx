import { ShieldCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { url } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Section } from "@/components/kit/ui/section";
import { RotateDialog } from "./rotate-dialog";
import { SecretReveal } from "./secret-reveal";
import type { Webhook } from "./types";
import { changedByWebhook, ofWebhook } from "./use-webhook";

const Verification = dynamic(async () => (await import("./verification")).Verification);

type Props = { webhook: Webhook };

export function SecretPanel({ webhook }: Props) {
  const tc = useTranslations("common");
  const t = useTranslations("webhooks");
  const [verifying, setVerifying] = useState(false);
  const [rotation, setRotation] = useState<"none" | "asked" | "saved">("none");
  return (
    <Section title={t("secret.title")} className="gap-4">
      <Secrets
        key={String(webhook.rotating)}
        webhook={webhook}
        saved={rotation === "saved"}
        onRotate={() => setRotation("asked")}
      />
      <Button className="justify-self-start" onClick={() => setVerifying(true)}>
        <ShieldCheck aria-hidden /> {t("verification.title")}
      </Button>
      {/* Outside Secrets, which mounts again when the new secret is there. */}
      {rotation === "asked" && (
        <RotateDialog
          webhook={webhook}
          onClose={() => setRotation("none")}
          onSaved={() => setRotation("saved")}
        />
      )}
      {verifying && (
        <Dialog onClose={() => setVerifying(false)} title={t("verification.title")}>
          <Verification url={webhook.url} />
          <DialogActions>
            <Button variant="primary" onClick={() => setVerifying(false)}>
              {tc("actions.done")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  );
}

/** Rotates the secret without losing a delivery: creates a new one, then switches to it. */
function Secrets({ webhook, saved, onRotate }: Props & { saved: boolean; onRotate: () => void }) {
  const [seenNext, setSeenNext] = useState(false);
  return (
    <>
      <SecretReveal
        webhookId={webhook.id}
        onShown={({ nextSecret }) => setSeenNext(nextSecret !== null)}
      />
      <div className="grid gap-3 rounded-md border bg-surface p-4">
        {webhook.rotating ? (
          <NextSecret webhook={webhook} seen={seenNext || saved} />
        ) : (
          <Rotate onRotate={onRotate} />
        )}
      </div>
    </>
  );
}

function Rotate({ onRotate }: { onRotate: () => void }) {
  const t = useTranslations("webhooks");
  return (
    <>
      <p className="text-sm text-muted">{t("secret.rotate.text")}</p>
      <Button className="justify-self-start" onClick={onRotate}>
        {t("secret.rotate.button")}
      </Button>
    </>
  );
}

/** `seen`: the new secret was shown since the page was opened. */
function NextSecret({ webhook, seen }: Props & { seen: boolean }) {
  const t = useTranslations("webhooks");
  const [switching, setSwitching] = useState(false);
  const keep = usePost(url("/api/portal/webhooks/{id}/discard", webhook), {
    refresh: changedByWebhook(webhook),
    done: () => toast(t("secret.ready.kept")),
  });
  return (
    <>
      <p className="font-medium">{t("secret.ready.title")}</p>
      <ol className="grid list-decimal gap-1 pl-5 text-sm text-muted">
        <li>{t("secret.ready.add")}</li>
        <li>{t.rich("secret.ready.switch", { code: headerName })}</li>
        <li>{t("secret.ready.remove")}</li>
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button variant={seen ? "primary" : "secondary"} onClick={() => setSwitching(true)}>
          {t("secret.switch.title")}
        </Button>
        <Button variant="ghost" busy={keep.isPending} onClick={() => keep.mutate({})}>
          {t("secret.ready.keep")}
        </Button>
      </div>
      {!seen && <p className="text-sm text-muted">{t("secret.ready.notSeen")}</p>}
      <RequestFailure error={keep.error} />
      {switching && <SwitchDialog webhook={webhook} onClose={() => setSwitching(false)} />}
    </>
  );
}

const headerName = (text: ReactNode) => <code className="font-mono">{text}</code>;

const SwitchDialog = confirmation(ofWebhook, "secret.switch", {
  operation: ["POST", "/api/portal/webhooks/{id}/switch"],
  variant: "primary",
});
