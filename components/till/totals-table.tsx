import { useTranslations } from "next-intl";
import { formatMoney } from "@/components/kit/money/money";
import type { TotalsRow } from "./types";

const incomingKinds = ["issued", "topped_up", "refunded", "redemption_reversed"];

/** By cashier and by currency, in the order of the rows. */
function groupsOf(totals: TotalsRow[]) {
  const groups = new Map<string, TotalsRow[]>();
  for (const row of totals) {
    const key = `${row.cashier.id} ${row.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups];
}

const signed = ({ kind, amountCents }: TotalsRow): bigint =>
  incomingKinds.includes(kind) ? BigInt(amountCents) : -BigInt(amountCents);

/** What each cashier did, by kind and currency. On the screen and on paper. */
export function TotalsTable({ totals }: { totals: TotalsRow[] }) {
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
