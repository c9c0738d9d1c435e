"use client";

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { url } from "@/components/api";
import {
  firstPlace,
  Pagination,
  placeParsers,
  placeQuery,
  type Steps,
  useSteps,
} from "@/components/list";
import { read } from "@/components/queries";
import { useMayWrite, useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { ErrorState, TableSkeleton } from "@/components/ui/states";
import { DELIVERY_STATUSES } from "@/lib/webhooks/webhook";
import { DeliveryFilters } from "./delivery-filters";
import { DeliveryRow } from "./delivery-row";
import { OneDelivery } from "./one-delivery";
import type { DeliveryPage, Webhook } from "./types";
import { watchMs } from "./use-webhook";

const watchClosely = { whileWaitingMs: 3_000 };

/** The webhook's deliveries, newest first. The URL holds the filter and the page. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  // Viewers don't see the log, because payloads contain customers' data.
  const mayWrite = useMayWrite();
  const [{ status, page, cursor, delivery: one }, setState] = useQueryStates(
    {
      status: parseAsStringLiteral(DELIVERY_STATUSES),
      delivery: parseAsString,
      ...placeParsers,
    },
    { history: "push" },
  );
  const query = { status, ...placeQuery({ page, cursor }) };
  const deliveries = useQuery({
    ...read(
      ["deliveries", webhook.id, query],
      url("/api/v1/webhooks/{id}/deliveries", { id: webhook.id }),
      query,
    ),
    placeholderData: keepPreviousData,
    enabled: one === null,
    refetchInterval: ({ state }) => {
      if (state.error) return false;
      const waiting = state.data?.deliveries.some((delivery) => delivery.status === "pending");
      return waiting ? watchClosely.whileWaitingMs : watchMs;
    },
  });
  const steps = useSteps({ page, cursor }, deliveries, setState);

  return (
    <Section title="Deliveries">
      {one !== null && (
        <OneDelivery
          webhook={webhook}
          deliveryId={one}
          onAll={() => setState({ delivery: null, ...firstPlace })}
        />
      )}
      {mayWrite && one === null && (
        <DeliveryFilters
          webhookId={webhook.id}
          value={status}
          onChange={(next) => setState({ status: next, ...firstPlace })}
        />
      )}
      {one === null && (
        <DeliveryList
          webhook={webhook}
          deliveries={deliveries}
          steps={steps}
          onClear={status && (() => setState({ status: null, ...firstPlace }))}
        />
      )}
    </Section>
  );
}

type ListProps = {
  webhook: Webhook;
  deliveries: UseQueryResult<DeliveryPage>;
  steps: Steps;
  /** Null if no filter is set. */
  onClear: (() => void) | null;
};

function DeliveryList({ webhook, deliveries: query, steps, onClear }: ListProps) {
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  if (query.isError && !query.data) {
    return <ErrorState query={query} what="The deliveries" />;
  }
  if (query.isPending) return <TableSkeleton label="Loading deliveries" />;
  const { deliveries, total } = query.data;
  if (deliveries.length === 0) {
    return (
      <div className="grid justify-items-center gap-3 rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-muted">
        {onClear ? (
          <>
            <p>No delivery has this status.</p>
            <Button size="sm" onClick={onClear}>
              Show all
            </Button>
          </>
        ) : (
          <p>Nothing was sent yet. The next subscribed event will be listed here.</p>
        )}
      </div>
    );
  }
  return (
    <>
      <ul className="border-t" aria-busy={query.isPlaceholderData || undefined}>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            webhookId={webhook.id}
            delivery={delivery}
            mayResend={mayWrite && webhook.active}
          />
        ))}
      </ul>
      <Pagination {...steps} count={deliveries.length} total={total} />
      <p className="text-sm text-subtle">
        Times are the store's: {merchant.timeZone}. Deliveries are kept for 90 days, held ones for
        30.
      </p>
    </>
  );
}
