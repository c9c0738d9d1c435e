"use client";

import { RotateCw } from "lucide-react";
import Link from "next/link";
import { url } from "@/components/api";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Fact, IdFact } from "@/components/ui/facts";
import { Time } from "@/components/ui/format";
import { RequestFailure } from "@/components/ui/request-failure";
import { AttemptList } from "./attempt-list";
import type { Delivery } from "./types";
import { useWebhookRefresh } from "./use-webhook";

type Props = { webhookId: string; delivery: Delivery; mayResend: boolean };

/** Details of a delivery: facts, attempts and the request that was sent. */
export const DeliveryDetails = ({ webhookId, delivery, mayResend }: Props) => (
  <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-5 rounded-md bg-sunken p-4 lg:ml-8">
    <dl className="max-w-2xl divide-y">
      <Fact name="Happened">
        <Time at={delivery.createdAt} exact />
      </Fact>
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
      <IdFact name="Event id" id={delivery.eventId} />
      {delivery.deliveredAt && (
        <Fact name="First delivered">
          <Time at={delivery.deliveredAt} exact />
        </Fact>
      )}
      {delivery.nextAttemptAt && delivery.lastError && (
        <Fact name="Next attempt">
          <Time at={delivery.nextAttemptAt} exact />
        </Fact>
      )}
    </dl>
    <AttemptList attempts={delivery.attempts} />
    {delivery.body && <SentRequest eventId={delivery.eventId} body={delivery.body} />}
    {mayResend && <Resend webhookId={webhookId} delivery={delivery} />}
  </div>
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
    <CodeBlock what="the request's body" code={body} />
  </section>
);

function Resend({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const refresh = useWebhookRefresh(webhookId);
  const resend = usePost(
    url("/api/v1/webhooks/{id}/deliveries/{deliveryId}/resend", {
      id: webhookId,
      deliveryId: delivery.id,
    }),
  );
  const send = () =>
    resend.mutate(
      {},
      {
        onSuccess: async () => {
          await refresh();
          toast("Sent again: the same event with the same id");
        },
      },
    );
  return (
    <div className="grid gap-2">
      <Button className="justify-self-start" busy={resend.isPending} onClick={send}>
        <RotateCw aria-hidden /> Resend
      </Button>
      <RequestFailure error={resend.error} />
    </div>
  );
}
