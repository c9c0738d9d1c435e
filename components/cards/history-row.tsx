"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "@/components/api";
import { whyReturned } from "@/components/gifts/words";
import { formatMoney } from "@/components/money";
import { movementStates, signedCents, sourceOf, wordOf } from "@/components/transactions/words";
import type { Card, Movement } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { Fact, IdFact } from "@/components/ui/facts";
import { Clock, Money, Time } from "@/components/ui/format";
import { EventDeliveries } from "./event-deliveries";
import { whoInWords } from "./words";

export type CardChange = ReplyOf<"/api/portal/cards/{uuid}/changes">["changes"][number];

type RowProps = { summary: ReactNode; children: ReactNode };

/** A row that expands. Its details load when it is opened. */
function Row({ summary, children }: RowProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-b">
      <details
        className="group"
        open={open}
        onToggle={(event) => {
          if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
        }}
      >
        <summary className="grid min-h-11 list-none grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 rounded-sm py-2 transition-colors hover:bg-hover md:min-h-10 lg:grid-cols-[1rem_minmax(0,1fr)_5rem_8rem_8rem] lg:gap-x-4 lg:px-2">
          <ChevronRight
            className="size-4 text-muted transition-transform group-open:rotate-90"
            aria-hidden
          />
          {summary}
        </summary>
        {open && (
          <div className="mb-3 ml-4 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 rounded-md bg-sunken px-4 py-2 lg:ml-8">
            {children}
          </div>
        )}
      </details>
    </li>
  );
}

const clockClasses =
  "col-start-2 row-start-2 text-sm text-muted lg:col-start-3 lg:row-start-1 lg:text-right";

/** One movement: type, reason, time, amount and the balance after it. */
export function MovementRow({ movement }: { movement: Movement }) {
  const { status, note, currency, returned } = movement;
  const detail = returned ? whyReturned(returned) : note;
  const state = movementStates[status];
  return (
    <Row
      summary={
        <>
          <span className="flex min-w-0 items-center gap-2">
            <span className="font-medium whitespace-nowrap">{wordOf(movement)}</span>
            {detail && <span className="truncate text-muted">{detail}</span>}
            {status !== "completed" && <Chip {...state} />}
          </span>
          <span className={clockClasses}>
            <Clock at={movement.createdAt} />
          </span>
          <span className="col-start-3 row-start-1 text-right font-medium lg:col-start-4">
            <Money amountCents={signedCents(movement)} currency={currency} signed />
          </span>
          <span className="col-start-3 row-start-2 text-right text-sm text-muted lg:col-start-5 lg:row-start-1 lg:text-base">
            <span className="sr-only">balance after </span>
            <Money amountCents={movement.balanceAfterCents} currency={currency} />
          </span>
        </>
      }
    >
      <dl className="divide-y">
        <Origin {...movement} />
        {status !== "completed" && <Fact name="State">{state.word}</Fact>}
        {note && (
          <Fact name="Note">
            <span className="wrap-anywhere break-normal">{note}</span>
          </Fact>
        )}
        {movement.referenceId && <IdFact name="Reference" id={movement.referenceId} />}
        {movement.source && <Fact name="Source">{sourceOf(movement.source)}</Fact>}
        {movement.transferId && <IdFact name="Transfer id" id={movement.transferId} />}
        <Place sequence={movement.sequence} />
        <IdFact name="Transaction id" id={movement.id} />
      </dl>
      <EventDeliveries
        uuid={movement.cardUuid}
        sequence={movement.sequence}
        at={movement.createdAt}
      />
    </Row>
  );
}

/** A change that moved no money, such as a new owner. */
export function ChangeRow({ card, change }: { card: Card; change: CardChange }) {
  return (
    <Row
      summary={
        <>
          <span className="flex min-w-0 items-center gap-2">
            <span className="font-medium whitespace-nowrap">{changeWords[change.what]}</span>
            <span className="truncate text-muted">{detailOf(change, card)}</span>
          </span>
          <span className={clockClasses}>
            <Clock at={change.createdAt} />
          </span>
        </>
      }
    >
      <dl className="divide-y">
        <Origin {...change} />
        {change.email && <Fact name="Owner">{change.email}</Fact>}
        {change.sequence !== null && <Place sequence={change.sequence} />}
      </dl>
      {change.sequence !== null && (
        <EventDeliveries uuid={card.uuid} sequence={change.sequence} at={change.createdAt} />
      )}
    </Row>
  );
}

const changeWords = {
  created: "Created",
  claimed: "Assigned",
  disabled: "Disabled",
} as const;

function detailOf({ what, email, balanceCents, actor }: CardChange, card: Card): string {
  if (what === "claimed" && email) return `to ${email}`;
  if (what === "disabled" && balanceCents) {
    return `${formatMoney(balanceCents, card.currency)} became unusable`;
  }
  return `by ${whoInWords(actor)}`;
}

type OriginProps = {
  createdAt: string;
  actor: { id: string; name: string | null };
  requestId: string | null;
};

/** When it happened, who did it, and the request id. */
const Origin = ({ createdAt, actor, requestId }: OriginProps) => (
  <>
    <Fact name="When">
      <Time at={createdAt} exact />
    </Fact>
    <Fact name="By">{whoInWords(actor)}</Fact>
    {requestId && <IdFact name="Request id" id={requestId} />}
  </>
);

const Place = ({ sequence }: { sequence: number }) => (
  <Fact name="Place in the card's history">
    <span className="tabular-nums">{sequence}</span>
  </Fact>
);
