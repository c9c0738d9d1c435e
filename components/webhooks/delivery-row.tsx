"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/components/numbers";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { SKIPPED } from "@/lib/webhooks/webhook";
import { DeliveryDetails } from "./delivery-details";
import type { Delivery } from "./types";
import { deliveryState } from "./words";

type Props = {
  webhookId: string;
  delivery: Delivery;
  mayResend: boolean;
  initiallyOpen?: true;
};

/** One delivery; expands to its attempts and request. */
export function DeliveryRow({ webhookId, delivery, mayResend, initiallyOpen }: Props) {
  const [open, setOpen] = useState(initiallyOpen ?? false);
  const { word, tone } = deliveryState(delivery);
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
            <Chip word={word} tone={tone} />
          </span>
          <span className="col-start-2 text-sm text-muted lg:col-start-4 lg:truncate">
            <Story delivery={delivery} />
          </span>
          <span className="justify-self-end text-sm text-muted">
            <Time at={delivery.createdAt} />
          </span>
        </summary>
        {open && (
          <DeliveryDetails webhookId={webhookId} delivery={delivery} mayResend={mayResend} />
        )}
      </details>
    </li>
  );
}

/** Summary of a delivery: an earlier success, the number of attempts, and the last error. */
function Story({ delivery: { attempts, lastError, status, deliveredAt } }: { delivery: Delivery }) {
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
      {status !== "delivered" && lastError && lastError !== SKIPPED && ` · ${lastError}`}
    </>
  );
}
