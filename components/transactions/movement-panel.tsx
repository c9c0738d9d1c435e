"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { get } from "@/components/api";
import { Cause } from "@/components/cards/cause";
import { cardStates } from "@/components/cards/words";
import { creditKindOf } from "@/components/store-credit/words";
import type { Movement } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { ErrorState } from "@/components/ui/error-state";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { TableSkeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { movementStates, nameOf, signedCents, wordOf } from "./words";

/** One movement beside the list; `known` saves asking for what the list has. */
export function MovementPanel({
  id,
  known,
  onClose,
}: {
  id: string;
  known: Movement | undefined;
  onClose: () => void;
}) {
  const movement = useQuery({
    queryKey: ["transactions", "one", id],
    queryFn: ({ signal }) =>
      get<Movement>(`/api/portal/transactions/${encodeURIComponent(id)}`, undefined, signal),
    ...(known && { initialData: known }),
  });
  return (
    <Panel title={movement.data ? wordOf(movement.data) : "Transaction"} onClose={onClose}>
      {movement.data ? (
        <KnownMovement movement={movement.data} />
      ) : movement.isError ? (
        <ErrorState
          error={movement.error}
          what="This transaction"
          onRetry={() => void movement.refetch()}
        />
      ) : (
        <TableSkeleton label="Loading the transaction" />
      )}
    </Panel>
  );
}

function KnownMovement({ movement }: { movement: Movement }) {
  const { status, currency, balanceAfterCents, card } = movement;
  const state = movementStates[status];
  const beforeCents = balanceAfterCents - signedCents(movement);
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <p
          className={cx(
            "text-2xl font-semibold tracking-tight",
            status === "failed" && "text-muted line-through",
          )}
        >
          <Money amountCents={signedCents(movement)} currency={currency} signed />
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <Chip tone={state.tone}>{state.word}</Chip>
          <Time at={movement.createdAt} exact />
        </p>
      </div>
      <Facts>
        <Fact name="Card">
          <TextLink href={`/cards/${movement.cardUuid}`}>
            <span className="font-mono">
              <span aria-hidden>•••• </span>
              <span className="sr-only">ending in </span>
              {card.last4}
            </span>
          </TextLink>
          {card.status !== "active" && (
            <Chip tone={cardStates[card.status].tone}>{cardStates[card.status].word}</Chip>
          )}
        </Fact>
        <Fact name="Customer">
          {card.customerId ? (
            <TextLink href={`/customers/${card.customerId}`}>{card.ownerEmail}</TextLink>
          ) : (
            <span className="text-subtle">Unassigned</span>
          )}
        </Fact>
        {beforeCents >= 0 && (
          <Fact name="Balance before">
            <Money amountCents={beforeCents} currency={currency} />
          </Fact>
        )}
        <Fact name="Balance after">
          <Money amountCents={balanceAfterCents} currency={currency} />
        </Fact>
        <Fact name="Made by">
          <Maker actor={movement.actor} />
        </Fact>
        <Fact name="Note">{movement.note ?? <span className="text-subtle">None</span>}</Fact>
        <Fact name="Reference">
          {movement.referenceId ? (
            <>
              <TextLink href={referenceHref(movement.referenceId)}>
                <span className="font-mono text-sm">{movement.referenceId}</span>
              </TextLink>
              <CopyButton text={movement.referenceId} what="reference" />
            </>
          ) : (
            <span className="text-subtle">None</span>
          )}
        </Fact>
        {movement.source && <Fact name="Kind">{creditKindOf(movement.source)}</Fact>}
        {movement.transferId && <Id name="Transfer" value={movement.transferId} />}
        <Fact name="Place in the card's history">
          <span className="tabular-nums">{movement.sequence}</span>
        </Fact>
        <Id name="Transaction id" value={movement.id} />
        <Id name="Request id" value={movement.requestId} />
      </Facts>
      {betweenCards.has(movement.type) && (
        <Cause uuid={movement.cardUuid} sequence={movement.sequence} />
      )}
    </div>
  );
}

// What has another card on its other side.
const betweenCards: ReadonlySet<Movement["type"]> = new Set([
  "gift_sent",
  "gift_received",
  "transfer_in",
  "transfer_out",
]);

const referenceHref = (reference: string) =>
  `/transactions?referenceId=${encodeURIComponent(reference)}`;

const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="font-medium text-accent-text underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);

const Id = ({ name, value }: { name: string; value: string }) => (
  <Fact name={name}>
    <span className="font-mono text-sm">{value}</span>
    <CopyButton text={value} what={name.toLowerCase()} />
  </Fact>
);

const Maker = ({ actor }: { actor: Movement["actor"] }) =>
  actor.id.startsWith("key:") ? (
    <TextLink href="/settings/api-keys">{nameOf(actor)}</TextLink>
  ) : (
    nameOf(actor)
  );
