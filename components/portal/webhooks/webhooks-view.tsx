"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMayWrite } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { ListPage } from "@/components/kit/list/list";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { webhookColumns } from "./columns";
import type { Webhook } from "./types";
import { idlePollMs, webhookList } from "./use-webhook";
import { shortUrl } from "./words";

// Forms are heavy, so they load when opened.
const CreateWebhookDialog = dynamic(
  async () => (await import("./create-webhook-dialog")).CreateWebhookDialog,
);

/** The store's webhooks, each with its health. */
export function WebhooksView() {
  const t = useTranslations("webhooks");
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const query = useQuery({
    ...webhookList,
    refetchInterval: ({ state }) => (state.error ? false : idlePollMs),
  });
  return (
    <ListPage
      title={t("list.title")}
      purpose={t("list.purpose")}
      action={
        mayWrite && (
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden /> {t("list.create")}
          </Button>
        )
      }
      notices={query.data?.webhooks.map((webhook) => (
        <BrokenNotice key={webhook.id} webhook={webhook} />
      ))}
      firstUse={{
        icon: <WebhookIcon aria-hidden />,
        title: t("list.first.title"),
        text: t("list.first.text"),
      }}
      list={{
        query,
        caption: t("list.title"),
        columns: webhookColumns(t),
        rows: ({ webhooks }) => webhooks,
        rowId: ({ id }) => id,
      }}
    >
      {creating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

function BrokenNotice({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  if (webhook.disabledReason !== "failures") return null;
  return (
    <Notice tone="danger">
      {t.rich("list.disabled", {
        url: shortUrl(webhook.url),
        held: webhook.health.missed,
        endpoint: (text) => <b className="font-semibold break-all">{text}</b>,
        link: (text) => (
          <Link
            prefetch={false}
            href={`/webhooks/${webhook.id}`}
            className="font-medium underline underline-offset-4"
          >
            {text}
          </Link>
        ),
      })}
    </Notice>
  );
}
