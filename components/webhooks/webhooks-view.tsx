"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import type { ReactNode } from "react";
import { countOf } from "@/components/numbers";
import { useOpenable } from "@/components/openable";
import { read } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState, ErrorState, TableSkeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { webhookColumns } from "./columns";
import type { Webhook } from "./types";
import { watchMs } from "./use-webhook";
import { shortUrl } from "./words";

// Forms are heavy, so they load when opened.
const CreateWebhookDialog = dynamic(() =>
  import("./create-webhook-dialog").then((part) => part.CreateWebhookDialog),
);

/** The store's webhooks, each with its health. */
export function WebhooksView() {
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useOpenable("create", mayWrite);
  const webhooks = useQuery({
    ...read(["webhooks"], "/api/portal/webhooks"),
    refetchInterval: (query) => (query.state.error ? false : watchMs),
  });
  const known = webhooks.data?.webhooks ?? [];
  const createButton = mayWrite && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> Create webhook
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Webhooks"
        action={known.length > 0 && createButton}
        {...(known.length === 0 && {
          purpose: "Your own systems learn of every change of a card, a moment after it happened.",
        })}
      />
      {known.filter(isBroken).map((webhook) => (
        <BrokenNotice key={webhook.id} webhook={webhook} />
      ))}
      <section aria-label="Webhooks" className="min-w-0">
        {webhooks.isError && !webhooks.data ? (
          <ErrorState query={webhooks} what="The webhooks" />
        ) : webhooks.isPending ? (
          <TableSkeleton label="Loading webhooks" />
        ) : known.length === 0 ? (
          <NoWebhooks>{createButton}</NoWebhooks>
        ) : (
          <Table
            caption="Webhooks"
            columns={webhookColumns}
            rows={known}
            rowId={(webhook) => webhook.id}
          />
        )}
      </section>
      {creating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </>
  );
}

const isBroken = (webhook: Webhook) => webhook.disabledReason === "failures";

const BrokenNotice = ({ webhook }: { webhook: Webhook }) => (
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

const NoWebhooks = ({ children }: { children: ReactNode }) => (
  <EmptyState
    icon={<WebhookIcon aria-hidden />}
    title="No webhooks yet"
    text="Name an address of your server and the events it should hear of. Each is sent as a signed POST request, retried while your server is away, and kept when it stays away."
  >
    {children}
  </EmptyState>
);
