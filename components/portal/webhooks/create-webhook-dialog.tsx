import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { post, url } from "@/components/kit/api/api";
import type { Closing } from "@/components/kit/dialog/dialog-area";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { ShowOnceDialog } from "@/components/kit/dialog/show-once-dialog";
import { toast } from "@/components/kit/page/toast";
import { SecretReveal } from "./secret-reveal";
import type { Secrets } from "./types";
import { Verification } from "./verification";
import { webhookFields } from "./webhook-form";
import { shortUrl } from "./words";

type Created = { id: string; url: string; secrets: Secrets | null };

/** Creates a webhook, then shows its secret and how to verify signatures. */
export const CreateWebhookDialog = formDialog(
  { texts: "webhooks", refresh: () => [["webhooks"]] },
  "create",
  {
    submit: ({ t }) => t("list.create"),
    fields: ({ t }) => webhookFields(t, { url: "", events: ["card.balance_changed"] }),
    send: async (values, key) => {
      const webhook = await post("/api/v1/webhooks", values, key);
      // The webhook exists by now. If its secret fails to load, the next dialog offers to retry.
      const reading = post(url("/api/portal/webhooks/{id}/secret", webhook), {});
      return { ...webhook, secrets: await reading.catch(() => null) };
    },
    next: (created, _, { onClose }) => <NewWebhook {...created} onClose={onClose} />,
  },
);

function NewWebhook({ id, url: address, secrets, onClose }: Created & Closing) {
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
