import { useTranslations } from "next-intl";
import { formatMoney } from "@/components/kit/money/money";
import { paymentsIn, signed } from "./payments";
import type { TotalsRow } from "./types";

/** By cashier and by currency, in the order of the rows. */
function groupsOf(totals: TotalsRow[]) {
  const groups = new Map<string, TotalsRow[]>();
  for (const row of totals) {
    const key = `${row.cashier.id} ${row.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups];
}

type Props = { totals: TotalsRow[] };

/** What customers paid in cash and by card, and what each cashier did. On the screen and on paper. */
export const ClosingTotals = ({ totals }: Props) => (
  <>
    <Payments totals={totals} />
    <TotalsTable totals={totals} />
  </>
);

function Payments({ totals }: Props) {
  const t = useTranslations("till");
  return paymentsIn(totals).map(([currency, { loadedCents, restCents }]) => {
    const loaded = ["closing.loaded", loadedCents] as const;
    const facts =
      restCents === null
        ? [loaded]
        : [
            loaded,
            ["closing.rest", restCents] as const,
            ["closing.collect", loadedCents + restCents] as const,
          ];
    return (
      <dl key={currency} className="grid gap-1 tabular-nums">
        {facts.map(([label, cents]) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-4 last:font-semibold last:[&>dd]:text-xl"
          >
            <dt>{t(label)}</dt>
            <dd className="whitespace-nowrap">{formatMoney(cents, currency)}</dd>
          </div>
        ))}
      </dl>
    );
  });
}

/** What each cashier did, by kind and currency. */
function TotalsTable({ totals }: Props) {
  const t = useTranslations("till");
  return groupsOf(totals).map(([key, rows]) => (
    <table key={key} className="w-full tabular-nums">
      <caption className="pb-1 text-left font-semibold">{rows[0]?.cashier.name}</caption>
      <thead>
        <tr className="border-b text-left text-muted">
          <th scope="col" className="py-1 font-normal">
            {t("closing.kind")}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t("closing.count")}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t("closing.amount")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.kind}>
            <th scope="row" className="py-1 text-left font-normal">
              {t(`kinds.${row.kind}`)}
            </th>
            <td className="py-1 text-right">{row.count}</td>
            <td className="py-1 text-right whitespace-nowrap">
              {formatMoney(signed(row), row.currency, true)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t font-semibold">
          <th scope="row" colSpan={2} className="py-1 text-left">
            {t("closing.net")}
          </th>
          <td className="py-1 text-right whitespace-nowrap">
            {formatMoney(
              rows.reduce((sum, row) => sum + signed(row), 0n),
              rows[0]?.currency ?? "",
              true,
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  ));
}
