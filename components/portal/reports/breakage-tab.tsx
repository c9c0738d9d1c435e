import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReplyOf } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import { useList } from "@/components/kit/list/list";
import { Pagination } from "@/components/kit/list/pagination";
import { formatDate } from "@/components/kit/locale/days";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Checkbox } from "@/components/kit/ui/checkbox";
import { Money } from "@/components/kit/ui/format";
import { both, EmptyState, NotLoaded } from "@/components/kit/ui/states";
import { type Column, Table, textColumn } from "@/components/kit/ui/table";
import { CardCellLink } from "@/components/portal/cards/card-parts";
import { Downloads } from "./downloads";
import { useWriteOff, WriteOffDialog, WriteOffOutcome } from "./write-off";

type ExpiredCard = ReplyOf<"/api/portal/reports/expired">["cards"][number];

type WriteOffSelection = { uuids: string[] | null; cards: number; cents: bigint };

export function BreakageTab({ currency }: { currency: string }) {
  const t = useTranslations("reports");
  const { query, steps, change } = useList({
    key: ["reports", "expired"],
    path: "/api/portal/reports/expired",
    parsers: {},
    queryOf: () => ({ currency }),
    offsets: true,
  });
  const totals = useQuery(
    readOptions(["reports", "expired-totals"], "/api/portal/reports/expired/totals"),
  );
  const [selection, setSelection] = useState<WriteOffSelection | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ExpiredCard>>(new Map());
  const { progress, run, dismiss } = useWriteOff(currency);

  const loaded = both(query, totals);
  if (!loaded.data) {
    return <NotLoaded query={loaded} />;
  }
  const [expired, sums] = loaded.data;
  const total = sums.totals.find((one) => one.currency === currency);

  return (
    <section aria-label={t("breakage.label")} className="grid min-w-0 gap-4">
      {progress && <WriteOffOutcome progress={progress} currency={currency} onDismiss={dismiss} />}
      {total && expired.total > 0 ? (
        <>
          <Actions
            total={{ uuids: null, cards: total.cards, cents: BigInt(total.balanceCents) }}
            chosen={[...chosen.values()]}
            currency={currency}
            busy={progress?.state === "running"}
            onAsk={setSelection}
          />
          <ExpiredTable
            cards={expired.cards}
            stale={query.isPlaceholderData}
            chosen={chosen}
            onChoose={setChosen}
          />
          <Pagination {...steps} count={expired.cards.length} total={expired.total} />
        </>
      ) : (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={t("breakage.empty.title")}
          text={t("breakage.empty.text", { currency })}
        />
      )}
      {selection && (
        <WriteOffDialog
          {...selection}
          currency={currency}
          onClose={() => setSelection(null)}
          onConfirm={() => {
            setSelection(null);
            setChosen(new Map());
            change({});
            void run(selection);
          }}
        />
      )}
    </section>
  );
}

type ActionsProps = {
  total: WriteOffSelection;
  chosen: ExpiredCard[];
  currency: string;
  busy: boolean;
  onAsk: (confirmed: WriteOffSelection) => void;
};

function Actions({ total, chosen, currency, busy, onAsk }: ActionsProps) {
  const t = useTranslations("reports");
  const { role } = useSession();
  const some: WriteOffSelection = {
    uuids: chosen.map(({ uuid }) => uuid),
    cards: chosen.length,
    cents: chosen.reduce((sum, { balanceCents }) => sum + BigInt(balanceCents), 0n),
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">
        {t.rich("breakage.summary", {
          amount: formatMoney(total.cents, currency),
          count: total.cards,
          b: (text) => <b className="font-semibold text-ink">{text}</b>,
        })}{" "}
        {role !== "owner" && t("breakage.ownersOnly")}
      </p>
      <div className="flex flex-wrap gap-2">
        <Downloads href={`/api/portal/reports/expired/export?currency=${currency}`} />
        {role === "owner" && chosen.length > 0 && (
          <Button variant="danger-quiet" disabled={busy} onClick={() => onAsk(some)}>
            {t("breakage.writeOffSelected", { count: chosen.length })}
          </Button>
        )}
        {role === "owner" && (
          <Button variant="danger-quiet" disabled={busy} onClick={() => onAsk(total)}>
            {t("breakage.writeOffAll", { count: total.cards })}
          </Button>
        )}
      </div>
    </div>
  );
}

type Chosen = ReadonlyMap<string, ExpiredCard>;

type Props = {
  cards: ExpiredCard[];
  stale: boolean;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
};

function ExpiredTable({ cards, stale, chosen, onChoose }: Props) {
  const t = useTranslations("reports");
  const { role } = useSession();
  const set = (some: ExpiredCard[], on: boolean) => {
    const next = new Map(chosen);
    for (const card of some) {
      if (on) next.set(card.uuid, card);
      else next.delete(card.uuid);
    }
    onChoose(next);
  };
  const columns: Column<ExpiredCard>[] = [
    {
      header: t("breakage.card"),
      phone: "what",
      cell: (card) => (
        <span className="flex items-center gap-2">
          {role === "owner" && (
            <Checkbox
              checked={chosen.has(card.uuid)}
              onCheckedChange={(on) => set([card], on)}
              label={
                <span className="sr-only">{t("breakage.selectCard", { last4: card.last4 })}</span>
              }
            />
          )}
          <CardCellLink uuid={card.uuid} last4={card.last4} />
        </span>
      ),
    },
    textColumn(t("breakage.customer"), ({ ownerEmail }) => ownerEmail ?? t("breakage.none"), {
      className: "max-w-60 text-muted",
      phone: "state",
    }),
    {
      header: t("breakage.expirationDate"),
      phone: "who",
      muted: true,
      cell: ({ expiresOn }) => expiresOn && formatDate(expiresOn),
    },
    {
      header: t("breakage.balance"),
      phone: "amount",
      align: "right",
      cell: ({ balanceCents, currency }) => (
        <Money amountCents={balanceCents} currency={currency} />
      ),
    },
  ];
  return (
    <>
      {role === "owner" && (
        <Checkbox
          checked={cards.every(({ uuid }) => chosen.has(uuid))}
          onCheckedChange={(on) => set(cards, on)}
          label={t("breakage.selectPage")}
        />
      )}
      <Table
        caption={t("breakage.caption")}
        columns={columns}
        rows={cards}
        rowId={({ uuid }) => uuid}
        stale={stale}
      />
    </>
  );
}
