"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { ListPage } from "@/components/list";
import { countOf } from "@/components/numbers";
import { readOptions } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useUrlDialog } from "@/components/use-url-dialog";
import { webhookColumns } from "./columns";
import type { Webhook } from "./types";
import { idlePollMs } from "./use-webhook";
import { shortUrl } from "./words";

// Forms are heavy, so they load when opened.
const CreateWebhookDialog = dynamic(
  async () => (await import("./create-webhook-dialog")).CreateWebhookDialog,
);

/** The store's webhooks, each with its health. */
export function WebhooksView() {
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const query = useQuery({
    ...readOptions(["webhooks"], "/api/portal/webhooks"),
    refetchInterval: ({ state }) => (state.error ? false : idlePollMs),
  });
  return (
    <ListPage
      title="Webhooks"
      purpose="Your own systems learn of every change of a card, a moment after it happened."
      action={
        mayWrite && (
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden /> Create webhook
          </Button>
        )
      }
      filters={query.data?.webhooks.map((webhook) => (
        <BrokenNotice key={webhook.id} webhook={webhook} />
      ))}
      firstUse={{
        icon: <WebhookIcon aria-hidden />,
        title: "No webhooks yet",
        text: "Name an address of your server and the events it should hear of. Each is sent as a signed POST request, retried while your server is away, and kept when it stays away.",
      }}
      list={{
        query,
        caption: "Webhooks",
        columns: webhookColumns,
        rows: ({ webhooks }) => webhooks,
        rowId: ({ id }) => id,
      }}
    >
      {creating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

const BrokenNotice = ({ webhook }: { webhook: Webhook }) =>
  webhook.disabledReason === "failures" && (
    <Notice tone="danger">
      <b className="font-semibold break-all">{shortUrl(webhook.url)}</b> was disabled after three
      deliveries in a row failed.{" "}
      {webhook.health.missed > 0 &&
        `${countOf(webhook.health.missed, "event is", "events are")} kept for it. `}
      <Link href={`/webhooks/${webhook.id}`} className="font-medium underline underline-offset-4">
        Bring it back
      </Link>
    </Notice>
  );
