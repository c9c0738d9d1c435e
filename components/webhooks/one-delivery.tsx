"use client";

import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/api";
import { read } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { ErrorState, TableSkeleton } from "@/components/ui/states";
import { DeliveryRow } from "./delivery-row";
import type { Webhook } from "./types";

type Props = { webhook: Webhook; deliveryId: string; onAll: () => void };

/** The delivery from the URL, expanded. */
export function OneDelivery({ webhook, deliveryId, onAll }: Props) {
  const found = useQuery(
    read(
      ["deliveries", webhook.id, "one", deliveryId],
      url("/api/portal/webhooks/{id}/deliveries/{deliveryId}", { id: webhook.id, deliveryId }),
    ),
  );
  const all = <Button onClick={onAll}>All deliveries</Button>;
  if (found.isError && !found.data) {
    return (
      <ErrorState query={found} what="This delivery">
        {all}
      </ErrorState>
    );
  }
  if (!found.data) return <TableSkeleton label="Loading the delivery" />;
  return (
    <>
      <ul className="border-t">
        <DeliveryRow
          webhookId={webhook.id}
          delivery={found.data}
          mayResend={webhook.active}
          initiallyOpen
        />
      </ul>
      <div>{all}</div>
    </>
  );
}
