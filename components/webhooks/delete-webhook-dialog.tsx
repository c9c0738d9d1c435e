"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { remove, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { countOf } from "@/components/numbers";
import { toast } from "@/components/toast";
import type { Webhook } from "./types";
import { shortUrl } from "./words";

/** Deletes a webhook for good. */
export function DeleteWebhookDialog({
  webhook,
  onClose,
}: {
  webhook: Webhook;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const router = useRouter();
  const { pending, missed } = webhook.health;
  const lost = [
    pending > 0 &&
      countOf(pending, "waiting delivery is cancelled", "waiting deliveries are cancelled"),
    missed > 0 &&
      `${countOf(missed, "missed event can", "missed events can")} no longer be replayed`,
  ].filter(Boolean);

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this webhook"
      consequence={
        <>
          <b className="font-semibold text-ink">
            {lost.length > 0 ? `${lost.join(", and ")}.` : "No further event is sent to it."}
          </b>{" "}
          Its secret and its delivery log go with it. It can't be brought back.
        </>
      }
      proof={{ label: "Type where it leads:", text: shortUrl(webhook.url) }}
      verb="Delete webhook"
      send={() => remove(url("/api/v1/webhooks/{id}", webhook))}
      done={() => {
        void queries.invalidateQueries({ queryKey: ["webhooks"] });
        toast(`Webhook to ${shortUrl(webhook.url)} deleted`);
        router.push("/webhooks");
      }}
    />
  );
}
