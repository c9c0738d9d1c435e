import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMayWrite } from "@/components/kit/api/session";
import type { ChangeDetails } from "@/components/kit/api/types";
import { Chip } from "@/components/kit/ui/chip";
import { Loaded } from "@/components/kit/ui/states";
import { AttemptList } from "@/components/portal/webhooks/attempt-list";
import { deliveryState, shortUrl } from "@/components/portal/webhooks/words";
import { RelatedMovementFacts, twoBars, useChangeDetails } from "./related-movement";

const deliveryRetentionMs = 90 * 24 * 60 * 60 * 1_000;

type Props = { uuid: string; sequence: number; at: string };

export function EventDeliveries({ uuid, sequence, at }: Props) {
  const t = useTranslations("cards");
  const details = useChangeDetails(uuid, sequence);
  return (
    <>
      {details.data && <RelatedMovementFacts details={details.data} uuid={uuid} />}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-2">
        <h4 className="text-sm font-medium">{t("event.title")}</h4>
        <Loaded query={details} loading={twoBars}>
          {(known) => <Events details={known} at={at} />}
        </Loaded>
      </section>
    </>
  );
}

type Event = ChangeDetails["events"][number];

function Events({ details, at }: { details: ChangeDetails; at: string }) {
  const t = useTranslations("cards");
  if (details.events.length === 0) {
    const isOld = Date.now() - Date.parse(at) > deliveryRetentionMs;
    return <p className="text-sm text-muted">{t(isOld ? "event.past" : "event.none")}</p>;
  }
  return (
    <ul className="divide-y border-y">
      {details.events.map((event) => (
        <li key={event.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2">
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
            <span className="font-mono font-medium">{event.event}</span>
            {event.deliveries.length === 0 && (
              <span className="text-muted">{t("event.unsubscribed")}</span>
            )}
          </p>
          {event.deliveries.map((sent) => (
            <DeliveryItem key={sent.delivery.id} {...sent} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function DeliveryItem({ webhook, delivery }: Event["deliveries"][number]) {
  const t = useTranslations("cards");
  const tWebhooks = useTranslations("webhooks");
  const mayWrite = useMayWrite();
  const { attempts, lastError, status } = delivery;
  return (
    <details className="group/sent">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-2 gap-y-1 rounded-sm py-1 text-sm hover:bg-hover md:min-h-8">
        <ChevronRight
          className="size-4 text-muted transition-transform group-open/sent:rotate-90"
          aria-hidden
        />
        <span className="max-w-full min-w-0 truncate">{shortUrl(webhook.url)}</span>
        <Chip {...deliveryState(tWebhooks, delivery)} />
        <span className="min-w-0 text-muted">
          {t("event.attempts", { count: attempts.length })}
          {status !== "delivered" && lastError && ` · ${lastError}`}
        </span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 py-2 pl-6">
        <AttemptList attempts={attempts} />
        {mayWrite && (
          <Link
            href={`/webhooks/${webhook.id}?delivery=${delivery.id}`}
            className="justify-self-start text-sm underline underline-offset-4"
          >
            {t("event.openDelivery")}
          </Link>
        )}
      </div>
    </details>
  );
}
