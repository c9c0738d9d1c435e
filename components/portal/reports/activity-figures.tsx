import { useTranslations } from "next-intl";
import { Money } from "@/components/kit/ui/format";
import { Block } from "@/components/kit/ui/section";
import { ChangeWords } from "@/components/portal/activity/change-words";
import { type Activity, amountsOf, rangeText } from "@/components/portal/activity/use-activity";
import { LIABILITY_KINDS, type LiabilityKind, MAIN_KINDS } from "@/lib/base/liability-kinds";

type Row = { key: LiabilityKind | "opening" | "closing"; now: bigint; before: bigint | null };

function rowsOf(activity: Activity): Row[] {
  const { before, openingCents, closingCents } = activity;
  const changes = LIABILITY_KINDS.map((key) => ({ key, ...amountsOf(activity, key) })).filter(
    (row) => MAIN_KINDS.includes(row.key) || row.now !== 0n || (row.before ?? 0n) !== 0n,
  );
  return [
    { key: "opening", now: BigInt(openingCents), before: before && BigInt(before.openingCents) },
    ...changes,
    { key: "closing", now: BigInt(closingCents), before: before && BigInt(before.closingCents) },
  ];
}

/** All figures of a range, next to those of the range compared with. */
export function ActivityFigures({ activity, currency }: { activity: Activity; currency: string }) {
  const t = useTranslations("reports");
  const { before } = activity;
  const range = rangeText(activity);
  return (
    <Block title={t("activity.figures")}>
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">{t("activity.caption", { range, currency })}</caption>
        <thead className="text-xs text-muted">
          <tr className="border-b align-bottom">
            <th scope="col" className="py-2 font-medium">
              {t("activity.figure")}
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              {range}
            </th>
            {before && (
              <>
                <th scope="col" className="py-2 pl-3 text-right font-medium max-sm:sr-only">
                  {rangeText(before)}
                </th>
                <th scope="col" className="py-2 pl-3 text-right font-medium">
                  {t("activity.change")}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rowsOf(activity).map(({ key, ...amounts }) => (
            <FigureRow
              key={key}
              label={t(`figures.${key}`)}
              isTotal={key === "closing"}
              currency={currency}
              {...amounts}
            />
          ))}
        </tbody>
      </table>
    </Block>
  );
}

type FigureProps = Omit<Row, "key"> & { label: string; isTotal: boolean; currency: string };

const FigureRow = ({ label, isTotal, now, before, currency }: FigureProps) => (
  <tr className={isTotal ? "font-semibold" : "border-b"}>
    <th scope="row" className={isTotal ? "py-2" : "py-2 font-normal"}>
      {label}
    </th>
    <td className="py-2 pl-3 text-right">
      <Money amountCents={now} currency={currency} />
    </td>
    {before !== null && (
      <>
        <td className="py-2 pl-3 text-right text-muted max-sm:sr-only">
          <Money amountCents={before} currency={currency} />
        </td>
        <td className="py-2 pl-3 text-right font-normal">
          <ChangeWords now={now} before={before} currency={currency} />
        </td>
      </>
    )}
  </tr>
);
