import { ChevronRight, RotateCw } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { url } from "@/components/api";
import { countOf } from "@/components/numbers";
import { usePost } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { CodeBlock } from "@/components/ui/code-block";
import { Fact, IdFact } from "@/components/ui/facts";
import { Time } from "@/components/ui/format";
import { RequestFailure } from "@/components/ui/request-failure";
import { SKIPPED_ERROR } from "@/lib/webhooks/webhook";
import { AttemptList } from "./attempt-list";
import type { Delivery, Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";
import { deliveryState } from "./words";

type Props = { webhook: Webhook; delivery: Delivery };

/** One delivery; expands to its attempts and request. */
export function DeliveryRow({
  initiallyOpen = false,
  ...props
}: Props & { initiallyOpen?: boolean }) {
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
            <Chip {...deliveryState(delivery)} />
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
  const unsent = status === "failed" ? "not sent" : "not sent yet";
  return (
    <>
      {status !== "delivered" && deliveredAt && (
        <>
          delivered <Time at={deliveredAt} />
          {" · "}
        </>
      )}
      {attempts.length > 0 ? countOf(attempts.length, "attempt") : unsent}
      {status !== "delivered" && lastError && lastError !== SKIPPED_ERROR && ` · ${lastError}`}
    </>
  );
}

function Details({ webhook, delivery }: Props) {
  const mayWrite = useMayWrite();
  const { eventId, body, nextAttemptAt } = delivery;
  return (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-5 rounded-md bg-sunken p-4 lg:ml-8">
      <dl className="max-w-2xl divide-y">
        <Moment name="Happened" at={delivery.createdAt} />
        <Fact name="Card">
          <Link
            href={`/cards/${delivery.cardUuid}`}
            className="font-mono text-sm underline underline-offset-4"
          >
            {delivery.cardUuid}
          </Link>
        </Fact>
        <Fact name="Place in the card's history">
          <span className="tabular-nums">{delivery.sequence}</span>
        </Fact>
        <IdFact name="Event id" id={eventId} />
        <Moment name="First delivered" at={delivery.deliveredAt} />
        <Moment name="Next attempt" at={delivery.lastError && nextAttemptAt} />
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

const headersOf = (eventId: string) => [
  ["Content-Type", "application/json"],
  ["User-Agent", "Scrip-Webhooks/1.0"],
  ["X-Service-Signature", "hex HMAC-SHA256 of the body"],
  ["webhook-id", eventId],
  ["webhook-timestamp", "seconds, at each attempt"],
  ["webhook-signature", "v1, at each attempt"],
];

const SentRequest = ({ eventId, body }: { eventId: string; body: string }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h3 className="text-sm font-medium">Request</h3>
    <dl className="grid gap-0.5 font-mono text-xs">
      {headersOf(eventId).map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{name}:</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
    <CodeBlock copyLabel="Copy request's body" code={body} />
  </section>
);

function Resend({ webhook, delivery }: Props) {
  const resend = usePost(
    url("/api/v1/webhooks/{id}/deliveries/{deliveryId}/resend", {
      id: webhook.id,
      deliveryId: delivery.id,
    }),
    {
      refresh: changedByWebhook(webhook),
      done: () => toast("Sent again: the same event with the same id"),
    },
  );
  return (
    <div className="grid gap-2">
      <Button
        className="justify-self-start"
        busy={resend.isPending}
        onClick={() => resend.mutate({})}
      >
        <RotateCw aria-hidden /> Resend
      </Button>
      <RequestFailure error={resend.error} />
    </div>
  );
}
