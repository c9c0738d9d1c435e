import { Command } from "cmdk";
import { CircleAlert, CreditCard, UserRound } from "lucide-react";
import { ApiError } from "@/components/api";
import { CardEnding, StateChip } from "@/components/cards/card-parts";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/format";
import type { useFound } from "./palette-search";

export const groupClasses =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

export const itemClasses =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2.5 text-base select-none data-[selected=true]:bg-hover md:min-h-9 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted";

type Props = { search: ReturnType<typeof useFound>; onGo: (href: string) => void };

export function Results({ search: { found, error, retry }, onGo }: Props) {
  if (error) return <Failure error={error} onRetry={() => void retry()} />;
  return (
    <>
      {found.cards.length > 0 && (
        <Command.Group heading="Cards" className={groupClasses}>
          {found.cards.map(({ uuid, last4, balanceCents, currency, status, expiresOn }) => (
            <Command.Item
              key={uuid}
              value={uuid}
              onSelect={() => onGo(`/cards/${uuid}`)}
              className={itemClasses}
            >
              <CreditCard aria-hidden />
              <span className="flex-1 font-mono text-sm">
                <CardEnding last4={last4} />
              </span>
              <Money amountCents={balanceCents} currency={currency} />
              <StateChip status={status} expiresOn={expiresOn} />
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {found.customers.length > 0 && (
        <Command.Group heading="Customers" className={groupClasses}>
          {found.customers.map(({ id, email, cards }) => (
            <Command.Item
              key={id}
              value={id}
              onSelect={() => onGo(`/customers/${id}`)}
              className={itemClasses}
            >
              <UserRound aria-hidden />
              <span className="min-w-0 flex-1 truncate">{email}</span>
              <span className="shrink-0 text-sm text-muted">
                {cards === 1 ? "1 card" : `${cards} cards`}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  );
}

const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div role="alert" className="flex items-start gap-2.5 px-2.5 py-2 text-sm">
    <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
    <div className="min-w-0 flex-1">
      <p className="text-danger">The store couldn't be searched. {error.message}</p>
      {error instanceof ApiError && error.requestId && (
        <p className="break-all text-muted">
          Request <span className="font-mono">{error.requestId}</span>
        </p>
      )}
    </div>
    <Button size="sm" onClick={onRetry}>
      Retry
    </Button>
  </div>
);
