import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { post, url } from "@/components/kit/api/api";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ShowOnceDialog } from "@/components/kit/dialog/show-once-dialog";
import { toast } from "@/components/kit/page/toast";
import { SecretReveal } from "./secret-reveal";
import type { Secrets } from "./types";
import { Verification } from "./verification";
import { WebhookFields, webhookFormSchema } from "./webhook-form";
import { shortUrl } from "./words";

type Created = { id: string; url: string; secrets: Secrets | null };
type Props = { onClose: () => void };

/** Creates a webhook, then shows its secret and how to verify signatures. */
export function CreateWebhookDialog({ onClose }: Props) {
  const t = useTranslations("webhooks");
  const [created, setCreated] = useState<Created | null>(null);
  if (created) return <NewWebhook {...created} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("create.title")}
      verb={t("list.create")}
      schema={webhookFormSchema(t)}
      defaults={{ url: "", events: ["card.balance_changed"] }}
      send={async (values, key) => {
        const webhook = await post("/api/v1/webhooks", values, key);
        // The webhook exists by now. If its secret fails to load, the next dialog offers to retry.
        const reading = post(url("/api/portal/webhooks/{id}/secret", webhook), {});
        return { ...webhook, secrets: await reading.catch(() => null) };
      }}
      refresh={[["webhooks"]]}
      done={setCreated}
    >
      {(form) => <WebhookFields form={form} />}
    </ActionDialog>
  );
}

function NewWebhook({ id, url: address, secrets, onClose }: Created & Props) {
  const t = useTranslations("webhooks");
  const endpoint = (text: ReactNode) => (
    <span className="font-mono text-sm break-all text-ink">{text}</span>
  );
  return (
    <ShowOnceDialog
      onSaved={() => {
        toast(t("create.created"), { href: `/webhooks/${id}`, label: t("create.open") });
        onClose();
      }}
      title={t("create.created")}
      description={t.rich("create.destination", { url: shortUrl(address), endpoint })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <section className="grid gap-2">
          <h3 className="text-sm font-medium">{t("secret.title")}</h3>
          <SecretReveal webhookId={id} initially={secrets} />
        </section>
        <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-sm font-medium">{t("verification.title")}</h3>
          <Verification url={address} />
        </section>
      </div>
    </ShowOnceDialog>
  );
}
