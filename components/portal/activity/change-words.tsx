import { useTranslations } from "next-intl";
import { pageLocale } from "@/components/kit/locale/locale";
import { formatMoney } from "@/components/kit/money/money";
import { changeBetween } from "@/lib/base/money";

type Props = {
  now: bigint;
  /** Null without a range to compare with: nothing is shown. */
  before: bigint | null;
  currency: string;
};

/** How an amount changed, with sign and percentage. The color is neutral: more is not always better. */
export function ChangeWords({ now, before, currency }: Props) {
  const t = useTranslations("overview");
  if (before === null) return null;
  const { cents, ratio } = changeBetween(before, now);
  if (cents === 0n) return <span className="text-muted">{t("change.none")}</span>;
  const amount = formatMoney(cents, currency, true);
  const direction = cents > 0n ? "up" : "down";
  const facts = {
    amount: formatMoney(cents < 0n ? -cents : cents, currency),
    before: formatMoney(before, currency),
  };
  // A percentage of nothing, or of a negative amount, would say nothing.
  const [shown, spoken] =
    ratio === null
      ? [before === 0n ? t("change.new", { amount }) : amount, t(`change.${direction}By`, facts)]
      : [
          t("change.shown", { amount, percent: percentText(ratio, true) }),
          t(`change.${direction}`, { ...facts, percent: percentText(Math.abs(ratio), false) }),
        ];
  return (
    <span className="text-muted tabular-nums">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{spoken}</span>
    </span>
  );
}

const percentText = (ratio: number, signed: boolean): string =>
  new Intl.NumberFormat(pageLocale(), {
    style: "percent",
    maximumFractionDigits: Math.abs(ratio) < 0.1 ? 1 : 0,
    signDisplay: signed ? "exceptZero" : "never",
  })
    .format(ratio)
    .replace("-", "−");
