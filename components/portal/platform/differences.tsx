import { CircleCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { parseAsStringLiteral } from "nuqs/server";
import { type ReactNode, useState } from "react";
import { useMayWrite } from "@/components/kit/api/session";
import { List, useList } from "@/components/kit/list/list";
import { ListBar } from "@/components/kit/list/list-bar";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Money } from "@/components/kit/ui/format";
import { EmptyState } from "@/components/kit/ui/states";
import { buttonsColumn, type Column } from "@/components/kit/ui/table";
import { CardCellLink } from "@/components/portal/cards/card-parts";
import {
  busyPollMs,
  causeState,
  causes,
  type Difference,
  type DifferencePage,
  type Platform,
} from "./platform";
import { QueueButton } from "./queue-button";
import { differenceCents, shopCents } from "./settle-difference";

// Lazy-loaded when first opened.
const SettleDialog = dynamic(async () => (await import("./settle-dialog")).SettleDialog);

const idlePollMs = 30_000;

const filterParsers = { cause: parseAsStringLiteral(causes) };

// Differences without a remedy resolve on their own, usually within seconds.
const isResolving = (page: DifferencePage | undefined) =>
  page?.differences.some(({ remedies }) => remedies.length === 0) === true;

/** List of cards whose balance or state differs in the shop. The URL holds the cause filter and the page. */
export function Differences({ platform }: { platform: Platform }) {
  const t = useTranslations("platform");
  const mayWrite = useMayWrite();
  const [settling, setSettling] = useState<Difference | null>(null);
  const comparing = platform.reconcilingSince !== null;
  const { query, steps, filters, change, url } = useList({
    key: ["platform", "differences"],
    path: "/api/portal/platform/differences",
    parsers: filterParsers,
    queryOf: (chosen) => chosen,
    offsets: true,
    refetchInterval: ({ state }) => {
      if (state.error) return false;
      return comparing || isResolving(state.data) ? busyPollMs : idlePollMs;
    },
  });
  const { cause } = filters;
  const total = query.data?.total;
  if (total === 0 && cause === null) return <NoDifferences platform={platform} />;
  return (
    <>
      <div className="min-w-0">
        <ListBar
          url={url}
          views={[null, ...causes].map((value) => ({
            label: value ? causeState(t, value).word : t("differences.all"),
            query: value ? `cause=${value}` : "",
            count: value === cause ? total : undefined,
          }))}
        />
        <List
          query={query}
          caption={t("differences.caption", { shop: platform.name })}
          columns={differenceColumns(t, mayWrite ? setSettling : null)}
          rows={({ differences }) => differences}
          rowId={({ cardUuid }) => cardUuid}
          steps={steps}
          total={(page) => page.total}
          empty={
            <EmptyState
              icon={<CircleCheck aria-hidden />}
              title={t("differences.noMatch.title")}
              text={t("differences.noMatch.text")}
            >
              <Button onClick={() => change({ cause: null })}>
                {t("differences.noMatch.showAll")}
              </Button>
            </EmptyState>
          }
        />
      </div>
      {settling && (
        <SettleDialog
          difference={settling}
          shop={platform.name}
          onClose={() => setSettling(null)}
        />
      )}
    </>
  );
}

function NoDifferences({ platform }: { platform: Platform }) {
  const t = useTranslations("platform");
  const { name: shop, reconciledAt, counts } = platform;
  return (
    <EmptyState
      icon={<CircleCheck aria-hidden />}
      title={t("differences.none.title")}
      text={
        counts.created === 0
          ? t("differences.none.noCards", { shop })
          : reconciledAt
            ? t("differences.none.compared", { shop })
            : t("differences.none.notCompared", { shop })
      }
    />
  );
}

/** Columns of the differences table; `onSettle` is null for viewers. */
const differenceColumns = (
  t: Translate<"platform">,
  onSettle: ((difference: Difference) => void) | null,
): Column<Difference>[] => [
  {
    header: t("differences.column.card"),
    phone: "what",
    cell: ({ cardUuid, last4 }) => <CardCellLink uuid={cardUuid} last4={last4} />,
  },
  {
    header: t("differences.column.cause"),
    phone: "who",
    cell: ({ cause, reason }) => (
      <div className="grid max-w-md justify-items-start gap-0.5 py-2 whitespace-normal">
        <Chip {...causeState(t, cause)} />
        <span className="text-sm text-muted wrap-anywhere">
          {cause === "failed" && reason ? reason : t(`cause.${cause}.why`)}
        </span>
      </div>
    ),
  },
  {
    header: t("differences.column.here"),
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ ledgerCents, currency }) => <Money amountCents={ledgerCents} currency={currency} />,
  },
  {
    header: t("differences.column.shop"),
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: (difference) => {
      const amountCents = shopCents(difference);
      return amountCents === null ? (
        <span className="text-muted">–</span>
      ) : (
        <Money amountCents={amountCents} currency={difference.currency} />
      );
    },
  },
  {
    header: t("differences.column.difference"),
    phone: "amount",
    align: "right",
    cell: (difference) => (
      <span className="font-medium">
        <Money amountCents={differenceCents(difference)} currency={difference.currency} signed />
      </span>
    ),
  },
  buttonsColumn(
    t("differences.column.actions"),
    (difference) => onSettle && <Remedy difference={difference} onSettle={onSettle} />,
  ),
];

type RemedyProps = { difference: Difference; onSettle: (difference: Difference) => void };

function Remedy({ difference, onSettle }: RemedyProps) {
  const t = useTranslations("platform");
  const { remedies, cardUuid, last4 } = difference;
  const spoken = (text: ReactNode) => <span className="sr-only">{text}</span>;
  if (remedies.includes("retry")) {
    return (
      <QueueButton uuid={cardUuid} size="sm">
        <span>{t.rich("differences.retry", { last4, spoken })}</span>
      </QueueButton>
    );
  }
  if (remedies.length === 0) return null;
  return (
    <Button size="sm" onClick={() => onSettle(difference)}>
      <span>{t.rich("differences.settle", { last4, spoken })}</span>
    </Button>
  );
}
