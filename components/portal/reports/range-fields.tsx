import { useTranslations } from "next-intl";
import { keysOf } from "@/components/kit/api/types";
import { Field, TextField } from "@/components/kit/ui/field";
import { Select } from "@/components/kit/ui/select";
import { COMPARISONS, type DateRange, NAMED_RANGES } from "@/lib/base/time/date-ranges";

export const rangeChoices = [...keysOf(NAMED_RANGES), "custom"] as const;
export const comparisonChoices = [...COMPARISONS, "none"] as const;

type RangeChoice = (typeof rangeChoices)[number];
type ComparisonChoice = (typeof comparisonChoices)[number];

type Change = {
  range?: RangeChoice;
  from?: string | null;
  to?: string | null;
  compare?: ComparisonChoice;
};

type Props = DateRange & {
  range: RangeChoice;
  compare: ComparisonChoice;
  onChange: (change: Change) => void;
};

/** Chooses a range of days by its name or by its dates, and what to compare it with. */
export function RangeFields({ range, from, to, compare, onChange }: Props) {
  const t = useTranslations("reports");
  return (
    <div className="flex flex-wrap items-start gap-3 max-sm:w-full print:hidden [&>*]:max-sm:w-full">
      <Field label={t("activity.range")}>
        {({ id }) => (
          <Select
            id={id}
            className="sm:w-44"
            value={range}
            onValueChange={(next) => onChange(chosenRange(next as RangeChoice, { from, to }))}
            options={rangeChoices.map((value) => ({ value, label: t(`activity.ranges.${value}`) }))}
          />
        )}
      </Field>
      {range === "custom" && <DateFields from={from} to={to} onChange={onChange} />}
      <Field label={t("activity.compare")}>
        {({ id }) => (
          <Select
            id={id}
            className="sm:w-52"
            value={compare}
            onValueChange={(next) => onChange({ compare: next as ComparisonChoice })}
            options={comparisonChoices.map((value) => ({
              value,
              label: t(`activity.comparisons.${value}`),
            }))}
          />
        )}
      </Field>
    </div>
  );
}

/** Custom dates begin with those of the range that was shown. */
const chosenRange = (range: RangeChoice, shown: DateRange): Change =>
  range === "custom" ? { range, ...shown } : { range, from: null, to: null };

type DateFieldsProps = DateRange & {
  onChange: (change: { from?: string | null; to?: string | null }) => void;
};

/** The first and last day of a range. */
export function DateFields({ from, to, onChange }: DateFieldsProps) {
  const t = useTranslations("reports");
  return (
    <>
      <TextField
        label={t("activity.from")}
        type="date"
        value={from}
        onChange={(event) => onChange({ from: event.target.value || null })}
      />
      <TextField
        label={t("activity.to")}
        error={to < from ? t("activity.toBeforeFrom") : undefined}
        type="date"
        value={to}
        onChange={(event) => onChange({ to: event.target.value || null })}
      />
    </>
  );
}
