import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { url } from "@/components/api";
import {
  firstPagePosition,
  Pagination,
  paginationParsers,
  paginationQuery,
  usePagination,
} from "@/components/list";
import { readOptions } from "@/components/queries";
import { useMayWrite, useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { FilterChips } from "@/components/ui/filters";
import { Section } from "@/components/ui/section";
import { Loaded, TableSkeleton } from "@/components/ui/states";
import { DELIVERY_STATUSES } from "@/lib/webhooks/webhook";
import { DeliveryRow } from "./delivery-row";
import type { Delivery, Webhook } from "./types";
import { idlePollMs } from "./use-webhook";
import { statusWords } from "./words";

const whileSendingMs = 3_000;

type Props = { webhook: Webhook };

/** The webhook's deliveries, newest first, or the one that the URL names. */
export function Deliveries({ webhook }: Props) {
  const [{ delivery }, setState] = useQueryStates(
    { delivery: parseAsString, ...paginationParsers },
    { history: "push" },
  );
  const onAll = () => setState({ delivery: null, ...firstPagePosition });
  return (
    <Section title="Deliveries">
      {delivery === null ? (
        <AllDeliveries webhook={webhook} />
      ) : (
        <OneDelivery webhook={webhook} deliveryId={delivery} onAll={onAll} />
      )}
    </Section>
  );
}

type OneProps = Props & { deliveryId: string; onAll: () => void };

function OneDelivery({ webhook, deliveryId, onAll }: OneProps) {
  const query = useQuery(
    readOptions(
      ["deliveries", webhook.id, "one", deliveryId],
      url("/api/portal/webhooks/{id}/deliveries/{deliveryId}", { id: webhook.id, deliveryId }),
    ),
  );
  const all = <Button onClick={onAll}>All deliveries</Button>;
  return (
    <Loaded
      query={query}
      what="This delivery"
      loading={<TableSkeleton label="Loading the delivery" />}
      onError={all}
    >
      {(delivery) => (
        <>
          <ul className="border-t">
            <DeliveryRow webhook={webhook} delivery={delivery} initiallyOpen />
          </ul>
          <div>{all}</div>
        </>
      )}
    </Loaded>
  );
}

const filters = [null, ...DELIVERY_STATUSES];

function AllDeliveries({ webhook }: Props) {
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const [{ status, ...place }, setState] = useQueryStates(
    { status: parseAsStringLiteral(DELIVERY_STATUSES), ...paginationParsers },
    { history: "push" },
  );
  const path = url("/api/v1/webhooks/{id}/deliveries", webhook);
  const counts = useQueries({
    queries: filters.map((status) => ({
      ...readOptions(["deliveries", webhook.id, "count", status], path, { status, limit: 1 }),
      enabled: mayWrite,
    })),
  });
  const query = { status, ...paginationQuery(place) };
  const deliveries = useQuery({
    ...readOptions(["deliveries", webhook.id, query], path, query),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (state.error) return false;
      const isSending = state.data?.deliveries.some((delivery) => delivery.status === "pending");
      return isSending ? whileSendingMs : idlePollMs;
    },
  });
  const steps = usePagination(place, deliveries, setState);
  const filter = (next: typeof status) => void setState({ status: next, ...firstPagePosition });
  return (
    <>
      {/* Viewers don't see the log, because payloads contain customers' data. */}
      {mayWrite && (
        <FilterChips
          label="Status"
          value={status}
          onValueChange={filter}
          options={filters.map((value, index) => ({
            value,
            label: value ? statusWords[value] : "All",
            count: counts[index]?.data?.total,
          }))}
        />
      )}
      <Loaded
        query={deliveries}
        what="The deliveries"
        loading={<TableSkeleton label="Loading deliveries" />}
      >
        {({ deliveries: rows, total }) =>
          rows.length === 0 ? (
            <NoDeliveries onAll={status && (() => filter(null))} />
          ) : (
            <>
              <Rows webhook={webhook} rows={rows} stale={deliveries.isPlaceholderData} />
              <Pagination {...steps} count={rows.length} total={total} />
              <p className="text-sm text-subtle">
                Times are the store's: {merchant.timeZone}. Deliveries are kept for 90 days, held
                ones for 30.
              </p>
            </>
          )
        }
      </Loaded>
    </>
  );
}

type RowsProps = Props & { rows: Delivery[]; stale: boolean };

const Rows = ({ webhook, rows, stale }: RowsProps) => (
  <ul className="border-t" aria-busy={stale || undefined}>
    {rows.map((delivery) => (
      <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
    ))}
  </ul>
);

/** `onAll` is null if no filter is set. */
const NoDeliveries = ({ onAll }: { onAll: (() => void) | null }) => (
  <div className="grid justify-items-center gap-3 rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-muted">
    {onAll ? (
      <>
        <p>No delivery has this status.</p>
        <Button size="sm" onClick={onAll}>
          Show all
        </Button>
      </>
    ) : (
      <p>Nothing was sent yet. The next subscribed event will be listed here.</p>
    )}
  </div>
);
