import { ChevronRight, RotateCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { url } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { useMayWrite } from "@/components/kit/api/session";
import type { Translate } from "@/components/kit/locale/translate";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { CodeBlock } from "@/components/kit/ui/code-block";
import { Fact, IdFact } from "@/components/kit/ui/facts";
import { Time } from "@/components/kit/ui/format";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { SKIPPED_ERROR } from "@/lib/domain/webhooks/webhook";
import { AttemptList } from "./attempt-list";
import { prettyJson } from "./pretty-json";
import type { Delivery, Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";
import { deliveryState } from "./words";

type Props = { webhook: Webhook; delivery: Delivery };

/** One delivery; expands to its attempts and request. */
export function DeliveryRow({
  initiallyOpen = false,
  ...props
}: Props & { initiallyOpen?: boolean }) {
  const t = useTranslations("webhooks");
  const { delivery } = props;
  const [open, setOpen] = useState(initiallyOpen);
  return (
    <li className="border-b">
      <details
        className="group"
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="grid min-h-10 list-none grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 rounded-sm py-2 transition-colors hover:bg-hover lg:grid-cols-[1rem_16rem_7.5rem_minmax(0,1fr)_8rem] lg:gap-x-4 lg:px-2">
          <ChevronRight
            className="size-4 text-muted transition-transform group-open:rotate-90"
            aria-hidden
          />
          <span className="truncate font-mono text-sm font-medium">{delivery.event}</span>
          <span className="justify-self-end lg:justify-self-start">
            <Chip {...deliveryState(t, delivery)} />
          </span>
          <span className="col-start-2 text-sm text-muted lg:col-start-4 lg:truncate">
            <DeliverySummary delivery={delivery} />
          </span>
          <span className="justify-self-end text-sm text-muted">
            <Time at={delivery.createdAt} />
          </span>
        </summary>
        {open && <Details {...props} />}
      </details>
    </li>
  );
}

/** Summary of a delivery: an earlier success, the number of attempts, and the last error. */
function DeliverySummary({
  delivery: { attempts, lastError, status, deliveredAt },
}: {
  delivery: Delivery;
}) {
  const t = useTranslations("webhooks");
  const unsent = status === "failed" ? t("delivery.notSent") : t("delivery.notSentYet");
  return (
    <>
      {status !== "delivered" && deliveredAt && (
        <>
          {t.rich("delivery.deliveredAt", { time: () => <Time at={deliveredAt} /> })}
          {" · "}
        </>
      )}
      {attempts.length > 0 ? t("delivery.attempts", { count: attempts.length }) : unsent}
      {status !== "delivered" && lastError && lastError !== SKIPPED_ERROR && ` · ${lastError}`}
    </>
  );
}

function Details({ webhook, delivery }: Props) {
  const t = useTranslations("webhooks");
  const mayWrite = useMayWrite();
  const { eventId, body, nextAttemptAt } = delivery;
  return (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-5 rounded-md bg-sunken p-4 lg:ml-8">
      <dl className="max-w-2xl divide-y">
        <Moment name={t("delivery.occurred")} at={delivery.createdAt} />
        <Fact name={t("delivery.card")}>
          <Link
            href={`/cards/${delivery.cardUuid}`}
            className="font-mono text-sm underline underline-offset-4"
          >
            {delivery.cardUuid}
          </Link>
        </Fact>
        <Fact name={t("delivery.sequence")}>
          <span className="tabular-nums">{delivery.sequence}</span>
        </Fact>
        <IdFact name={t("delivery.eventId")} id={eventId} />
        <Moment name={t("delivery.firstDelivered")} at={delivery.deliveredAt} />
        <Moment name={t("delivery.nextAttempt")} at={delivery.lastError && nextAttemptAt} />
      </dl>
      <AttemptList attempts={delivery.attempts} />
      {body && <SentRequest eventId={eventId} body={body} />}
      {mayWrite && webhook.active && <Resend webhook={webhook} delivery={delivery} />}
    </div>
  );
}

const Moment = ({ name, at }: { name: string; at: string | null }) =>
  at && (
    <Fact name={name}>
      <Time at={at} exact />
    </Fact>
  );

const headersOf = (t: Translate<"webhooks">, eventId: string) => [
  ["Content-Type", "application/json"],
  ["User-Agent", "Scrip-Webhooks/1.0"],
  ["X-Service-Signature", t("request.signature")],
  ["webhook-id", eventId],
  ["webhook-timestamp", t("request.timestamp")],
  ["webhook-signature", t("request.standardSignature")],
];

function SentRequest({ eventId, body }: { eventId: string; body: string }) {
  const t = useTranslations("webhooks");
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-medium">{t("request.title")}</h3>
      <dl className="grid gap-0.5 font-mono text-xs">
        {headersOf(t, eventId).map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}:</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock copyLabel={t("request.copy")} code={body} shown={prettyJson(body)} />
    </section>
  );
}

function Resend({ webhook, delivery }: Props) {
  const t = useTranslations("webhooks");
  const resend = usePost(
    url("/api/v1/webhooks/{id}/deliveries/{deliveryId}/resend", {
      id: webhook.id,
      deliveryId: delivery.id,
    }),
    {
      refresh: changedByWebhook(webhook),
      done: () => toast(t("delivery.resent")),
    },
  );
  return (
    <div className="grid gap-2">
      <Button
        className="justify-self-start"
        busy={resend.isPending}
        onClick={() => resend.mutate({})}
      >
        <RotateCw aria-hidden /> {t("delivery.resend")}
      </Button>
      <RequestFailure error={resend.error} />
    </div>
  );
}
