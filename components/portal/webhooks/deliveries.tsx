import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import { useList } from "@/components/kit/list/list";
import { ListBar } from "@/components/kit/list/list-bar";
import { paginationParsers } from "@/components/kit/list/list-query";
import { firstPagePosition, Pagination } from "@/components/kit/list/pagination";
import { Button } from "@/components/kit/ui/button";
import { Section } from "@/components/kit/ui/section";
import { Loaded } from "@/components/kit/ui/states";
import { DELIVERY_STATUSES } from "@/lib/domain/webhooks/webhook";
import { DeliveryRow } from "./delivery-row";
import type { Delivery, Webhook } from "./types";
import { idlePollMs } from "./use-webhook";

const whileSendingMs = 3_000;

type Props = { webhook: Webhook };

/** The webhook's deliveries, newest first, or the one that the URL names. */
export function Deliveries({ webhook }: Props) {
  const t = useTranslations("webhooks");
  const [{ delivery }, setState] = useQueryStates(
    { delivery: parseAsString, ...paginationParsers },
    { history: "push" },
  );
  const onAll = () => setState({ delivery: null, ...firstPagePosition });
  return (
    <Section title={t("deliveries.title")}>
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
  const t = useTranslations("webhooks");
  const query = useQuery(
    readOptions(
      ["deliveries", webhook.id, "one", deliveryId],
      url("/api/portal/webhooks/{id}/deliveries/{deliveryId}", { id: webhook.id, deliveryId }),
    ),
  );
  const all = <Button onClick={onAll}>{t("delivery.all")}</Button>;
  return (
    <Loaded query={query} onError={all}>
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

const statuses = [null, ...DELIVERY_STATUSES];
const filterParsers = { status: parseAsStringLiteral(DELIVERY_STATUSES) };

function AllDeliveries({ webhook }: Props) {
  const t = useTranslations("webhooks");
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const path = url("/api/v1/webhooks/{id}/deliveries", webhook);
  const counts = useQueries({
    queries: statuses.map((status) => ({
      ...readOptions(["deliveries", webhook.id, "count", status], path, { status, limit: 1 }),
      enabled: mayWrite,
    })),
  });
  const {
    query,
    steps,
    filters,
    change,
    url: listUrl,
  } = useList({
    key: ["deliveries", webhook.id],
    path,
    parsers: filterParsers,
    queryOf: (chosen) => chosen,
    offsets: true,
    refetchInterval: ({ state }) => {
      if (state.error) return false;
      const isSending = state.data?.deliveries.some((delivery) => delivery.status === "pending");
      return isSending ? whileSendingMs : idlePollMs;
    },
  });
  return (
    <div>
      {/* Viewers don't see the log, because payloads contain customers' data. */}
      {mayWrite && (
        <ListBar
          url={listUrl}
          views={statuses.map((value, index) => ({
            label: value ? t(`status.${value}`) : t("deliveries.all"),
            query: value ? `status=${value}` : "",
            count: counts[index]?.data?.total,
          }))}
        />
      )}
      <Loaded query={query}>
        {({ deliveries: rows, total }) =>
          rows.length === 0 ? (
            <NoDeliveries onAll={filters.status && (() => change({ status: null }))} />
          ) : (
            <>
              <Rows webhook={webhook} rows={rows} stale={query.isPlaceholderData} />
              <Pagination {...steps} count={rows.length} total={total} />
              <p className="text-sm text-subtle">
                {t("deliveries.note", { timeZone: merchant.timeZone })}
              </p>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

type RowsProps = Props & { rows: Delivery[]; stale: boolean };

const Rows = ({ webhook, rows, stale }: RowsProps) => (
  <ul aria-busy={stale || undefined}>
    {rows.map((delivery) => (
      <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
    ))}
  </ul>
);

/** `onAll` is null if no filter is set. */
function NoDeliveries({ onAll }: { onAll: (() => void) | null }) {
  const t = useTranslations("webhooks");
  return (
    <div className="mt-4 grid justify-items-center gap-3 rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-muted">
      {onAll ? (
        <>
          <p>{t("deliveries.noMatch")}</p>
          <Button size="sm" onClick={onAll}>
            {t("deliveries.showAll")}
          </Button>
        </>
      ) : (
        <p>{t("deliveries.none")}</p>
      )}
    </div>
  );
}
