import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type ReactNode, useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import { endOfDay, isDay, startOfDay } from "@/components/kit/locale/days";
import { FilterSelect } from "@/components/kit/ui/filter-select";
import { Notice } from "@/components/kit/ui/notice";
import { Block } from "@/components/kit/ui/section";
import { Segments } from "@/components/kit/ui/segments";
import { monthOf, NAMED_RANGES } from "@/lib/base/time/date-ranges";
import { dateIn } from "@/lib/base/time/time-zone";
import { Downloads } from "./downloads";
import { DateFields } from "./range-fields";

const groupingChoices = ["day", "movement"] as const;

/** Each type of transaction with its debit and credit account. */
const entries = [
  ["issued", "issuance", "liability"],
  ["storeCredit", "storeCredit", "liability"],
  ["imported", "imported", "liability"],
  ["redeemed", "liability", "redemption"],
  ["giftSent", "liability", "escrow"],
  ["giftReceived", "escrow", "liability"],
  ["transferOut", "liability", "transferClearing"],
  ["transferIn", "transferClearing", "liability"],
  ["transferInExchanged", "exchange", "liability"],
  ["writtenOff", "liability", "breakage"],
] as const;

export function JournalTab({ currencies }: { currencies: string[] }) {
  const t = useTranslations("reports");
  return (
    <section aria-label={t("journal.label")} className="grid min-w-0 gap-6 lg:grid-cols-2">
      <JournalFile currencies={currencies} />
      <Entries />
    </section>
  );
}

/** Filters from the URL. The usual range is last month, or this month if nothing moved then. */
function useJournalFilters(currencies: string[]) {
  const { merchant } = useSession();
  const [now] = useState(() => new Date());
  const today = dateIn(now, merchant.timeZone);
  const lastMonth = NAMED_RANGES.last_month(today);
  const isYoung = useHasNoMovements(lastMonth);
  const usual = isYoung ? monthOf(today) : lastMonth;
  const [{ by, ...chosen }, setChosen] = useQueryStates({
    from: parseAsString,
    to: parseAsString,
    by: parseAsStringLiteral(groupingChoices).withDefault("day"),
    only: parseAsString,
  });
  const from = isDay(chosen.from) ? chosen.from : usual.from;
  const to = isDay(chosen.to) ? chosen.to : usual.to;
  return { from, to, by, currency: currencies.find((one) => one === chosen.only), setChosen };
}

function JournalFile({ currencies }: { currencies: string[] }) {
  const t = useTranslations("reports");
  const { merchant } = useSession();
  const { from, to, by, currency, setChosen } = useJournalFilters(currencies);
  const isEmpty = useHasNoMovements({ from, to, currency });
  const query = new URLSearchParams({ from, to, by, ...(currency && { currency }) });
  return (
    <Block title={t("journal.title")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateFields from={from} to={to} onChange={setChosen} />
      </div>
      <Labelled words={t("journal.grouping")}>
        <Segments
          label={t("journal.grouping")}
          value={by}
          onValueChange={(next) => setChosen({ by: next })}
          options={[
            { value: "day", label: t("journal.byDay") },
            { value: "movement", label: t("journal.byTransaction") },
          ]}
        />
      </Labelled>
      {currencies.length > 1 && (
        <Labelled words={t("currency")}>
          <FilterSelect
            label={t("currency")}
            any={t("journal.allCurrencies")}
            className="w-52"
            value={currency ?? null}
            onChange={(only) => setChosen({ only })}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </Labelled>
      )}
      {isEmpty && (
        <Notice tone="info">
          {currency ? t("journal.emptyIn", { currency }) : t("journal.empty")}
        </Notice>
      )}
      <div className="mt-2">
        <Downloads href={`/api/portal/reports/journal?${query}`} disabled={to < from} />
      </div>
      <p className="text-sm text-subtle">{t("journal.note", { timeZone: merchant.timeZone })}</p>
    </Block>
  );
}

function Entries() {
  const t = useTranslations("reports");
  return (
    <Block title={t("journal.entries.title")}>
      <p className="text-muted">{t("journal.entries.text")}</p>
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{t("journal.entries.caption")}</caption>
        <thead className="text-xs text-muted">
          <tr className="h-8 border-b">
            <th scope="col" className="font-medium">
              {t("journal.entries.transaction")}
            </th>
            {(["debit", "credit"] as const).map((side) => (
              <th key={side} scope="col" className="pl-3 font-medium">
                {t(`journal.entries.${side}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(([type, debit, credit]) => (
            <tr key={type} className="border-b last:border-0">
              <th scope="row" className="py-2 font-normal">
                {t(`journal.entries.${type}`)}
              </th>
              <td className="py-2 pl-3 text-muted">{t(`journal.accounts.${debit}`)}</td>
              <td className="py-2 pl-3 text-muted">{t(`journal.accounts.${credit}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  );
}

const Labelled = ({ words, children }: { words: string; children: ReactNode }) => (
  <div className="grid justify-items-start gap-1.5">
    <span aria-hidden className="text-sm font-medium">
      {words}
    </span>
    {children}
  </div>
);

type Span = { from: string; to: string; currency?: string | undefined };

/** True if there were no transactions on these days (YYYY-MM-DD); false until that is known. */
function useHasNoMovements({ from, to, currency }: Span): boolean {
  const { merchant } = useSession();
  const query = {
    from: startOfDay(from, merchant.timeZone),
    to: endOfDay(to, merchant.timeZone),
    currency: currency ?? null,
    limit: 1,
  };
  const found = useQuery({
    ...readOptions(["transactions", "first", query], "/api/portal/transactions", query),
    enabled: from <= to,
  });
  return found.data?.total === 0;
}
