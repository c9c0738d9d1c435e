import { useTranslations } from "next-intl";
import { useState } from "react";
import { post, url } from "@/components/kit/api/api";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { ShowOnceDialog } from "@/components/kit/dialog/show-once-dialog";
import { SecretLine } from "@/components/kit/ui/secret-field";
import { strong } from "@/components/kit/ui/strong";
import { SecretReveal } from "./secret-reveal";
import type { Secrets, Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";

type Props = { webhook: Webhook; onClose: () => void; onSaved: () => void };

/** Says what a new secret changes, creates it, and shows it. */
export function RotateDialog({ webhook, onClose, onSaved }: Props) {
  const t = useTranslations("webhooks");
  const [created, setCreated] = useState<{ secrets: Secrets | null } | null>(null);
  if (created) {
    return (
      <ShowOnceDialog
        title={t("secret.rotate.done")}
        description={t("secret.rotate.next")}
        onSaved={onSaved}
      >
        {created.secrets?.nextSecret ? (
          <SecretLine label={t("secret.new")} secret={created.secrets.nextSecret} />
        ) : (
          <SecretReveal webhookId={webhook.id} />
        )}
      </ShowOnceDialog>
    );
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("secret.rotate.title")}
      consequence={t.rich("secret.rotate.consequence", { b: strong })}
      verb={t("secret.rotate.button")}
      variant="primary"
      send={async (_, key) => {
        await post(url("/api/portal/webhooks/{id}/rotate", webhook), {}, key);
        // The secret exists by now. If it can't be read, the next dialog offers to retry.
        const reading = post(url("/api/portal/webhooks/{id}/secret", webhook), {});
        return { secrets: await reading.catch(() => null) };
      }}
      refresh={changedByWebhook(webhook)}
      done={setCreated}
    />
  );
}
