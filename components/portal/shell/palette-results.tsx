import { Command } from "cmdk";
import {
  ArrowLeftRight,
  CircleAlert,
  CreditCard,
  Layers,
  type LucideIcon,
  UserRound,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "@/components/kit/api/api";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import { signedCents } from "@/components/kit/cards/transaction-words";
import { Button } from "@/components/kit/ui/button";
import { Money, Time } from "@/components/kit/ui/format";
import { CardEnding, StateChip } from "@/components/portal/cards/card-parts";
import type { useSearchResults } from "./palette-search";

type GroupProps = { heading: string; children: ReactNode };

export const Group = (props: GroupProps) => (
  <Command.Group
    {...props}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
  />
);

type ItemProps = {
  /** Unique within the palette. */
  value: string;
  icon: LucideIcon;
  onSelect: () => void;
  children: ReactNode;
};

export const Item = ({ icon: Icon, children, ...item }: ItemProps) => (
  <Command.Item
    {...item}
    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2.5 text-base select-none data-[selected=true]:bg-hover md:min-h-9 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted"
  >
    <Icon aria-hidden />
    {children}
  </Command.Item>
);

type Props = { search: ReturnType<typeof useSearchResults>; onGo: (href: string) => void };

export function Results({ search: { found, error, retry }, onGo }: Props) {
  const t = useTranslations("shell");
  if (error) return <Failure error={error} onRetry={() => void retry()} />;
  return (
    <>
      {found.cards.length > 0 && (
        <Group heading={t("nav.cards")}>
          {found.cards.map(({ uuid, last4, balanceCents, currency, ...state }) => (
            <Item key={uuid} value={uuid} icon={CreditCard} onSelect={() => onGo(`/cards/${uuid}`)}>
              <span className="flex-1 font-mono text-sm">
                <CardEnding last4={last4} />
              </span>
              <Money amountCents={balanceCents} currency={currency} />
              <StateChip {...state} />
            </Item>
          ))}
        </Group>
      )}
      {found.customers.length > 0 && (
        <Group heading={t("nav.customers")}>
          {found.customers.map(({ id, email, name, cards }) => (
            <Item key={id} value={id} icon={UserRound} onSelect={() => onGo(`/customers/${id}`)}>
              <span className="min-w-0 flex-1 truncate">
                {name && <span className="mr-2">{name}</span>}
                <span className={name ? "text-sm text-muted" : ""}>{email}</span>
              </span>
              <span className="shrink-0 text-sm text-muted">
                {t("palette.cardCount", { count: cards })}
              </span>
            </Item>
          ))}
        </Group>
      )}
      {found.movements.length > 0 && (
        <Group heading={t("nav.transactions")}>
          {found.movements.map(({ id, card, currency, referenceId, createdAt, ...movement }) => (
            <Item
              key={id}
              value={id}
              icon={ArrowLeftRight}
              onSelect={() => onGo(`/transactions?transaction=${id}`)}
            >
              <Money amountCents={signedCents(movement)} currency={currency} signed />
              <span className="min-w-0 flex-1 truncate text-sm text-muted">
                {referenceId ?? <CardEnding last4={card.last4} />}
              </span>
              <span className="shrink-0 text-sm text-muted">
                <Time at={createdAt} />
              </span>
            </Item>
          ))}
        </Group>
      )}
      {found.batches.length > 0 && (
        <Group heading={t("nav.batches")}>
          {found.batches.map(({ id, name, quantity }) => (
            <Item key={id} value={id} icon={Layers} onSelect={() => onGo(`/batches/${id}`)}>
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="shrink-0 text-sm text-muted">
                {t("palette.cardCount", { count: quantity })}
              </span>
            </Item>
          ))}
        </Group>
      )}
    </>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [t, tc] = [useTranslations("shell"), useTranslations("common")];
  const requestId = error instanceof ApiError ? error.requestId : null;
  const id = (text: ReactNode) => <span className="font-mono">{text}</span>;
  return (
    <div role="alert" className="flex items-start gap-2.5 px-2.5 py-2 text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="text-danger">{t("palette.failed", { reason: refusalInWords(tc, error) })}</p>
        {requestId && (
          <p className="break-all text-muted">{tc.rich("states.request", { requestId, id })}</p>
        )}
      </div>
      <Button size="sm" onClick={onRetry}>
        {tc("actions.retry")}
      </Button>
    </div>
  );
}
