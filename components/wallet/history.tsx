import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { addsToBalance, signedCents } from "@/components/kit/cards/transaction-words";
import { Chip } from "@/components/kit/ui/chip";
import { LocalTime, Money } from "@/components/kit/ui/format";
import { Section } from "@/components/kit/ui/section";
import { Loaded, LoadMore, Skeletons } from "@/components/kit/ui/states";
import { ownHistory } from "./reads";
import type { OwnCard, OwnMovement } from "./types";
import { returnWords, stateOfMovement, wordOfMovement } from "./words";

/** All transactions of a card, newest first, each with the balance after it. */
export function History({ card }: { card: OwnCard }) {
  const t = useTranslations("wallet");
  const history = useInfiniteQuery(ownHistory(card.uuid));
  return (
    <Section title={t("history.title")} className="gap-2">
      <Loaded
        query={history}
        loading={<Skeletons bars={["h-12 w-full", "h-12 w-full"]} className="grid gap-2" />}
      >
        {({ pages }) => <Rows rows={pages.flatMap(({ transactions }) => transactions)} />}
      </Loaded>
      <LoadMore query={history} label={t("history.more")} size="lg" />
    </Section>
  );
}

function Rows({ rows }: { rows: OwnMovement[] }) {
  const t = useTranslations("wallet");
  if (rows.length === 0) return <p className="text-muted">{t("history.empty")}</p>;
  return (
    <ol className="divide-y border-y">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ol>
  );
}

function Row({ row }: { row: OwnMovement }) {
  const t = useTranslations("wallet");
  const state = stateOfMovement(t, row);
  const details = [
    row.otherEnd && t(`history.end.${addsToBalance(row.type) ? "from" : "to"}`, row.otherEnd),
    row.returned ? returnWords(t, row.returned) : row.note,
  ].filter((detail) => detail !== null);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        {wordOfMovement(t, row)}
        {state && <Chip {...state} />}
      </p>
      <p className="text-right font-medium">
        <Money amountCents={signedCents(row)} currency={row.currency} signed />
      </p>
      <p className="min-w-0 text-sm wrap-anywhere text-muted">
        {details.map((detail) => (
          <span key={detail} className="block text-ink">
            {detail}
          </span>
        ))}
        <LocalTime at={row.createdAt} />
      </p>
      <p className="text-right text-sm text-muted">
        <span className="sr-only">{t("history.balanceAfter")} </span>
        <Money amountCents={row.balanceAfterCents} currency={row.currency} />
      </p>
    </li>
  );
}
