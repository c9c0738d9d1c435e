import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSession } from "@/components/kit/api/session";
import { daysOf, isNamedRange, type NamedRange } from "@/components/kit/locale/day-ranges";
import { formatDate, isDay } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { cx } from "@/components/kit/ui/cx";
import { TextField } from "@/components/kit/ui/field";
import { Select } from "@/components/kit/ui/select";
import type { ListFilter } from "./list-filters";

export const pastRanges = ["today", "last-7-days", "this-month"] as const;
export const comingRanges = ["today", "next-7-days", "next-30-days", "this-month"] as const;

/** The days to filter by: `from` is a day (YYYY-MM-DD) or names a range. */
type Days = { from: string | null; to: string | null };

type Props = {
  label: string;
  days: Days;
  ranges: readonly NamedRange[];
  help?: string;
  onChange: (days: Days) => void;
};

/** A date filter: a range that moves along with today, or two dates. */
function DaysFilter({ label, days, ranges, help, onChange }: Props) {
  const t = useTranslations("common");
  const { first, last } = daysOf(days, useSession().merchant);
  const [isCustom, setCustom] = useState(!isNamedRange(days.from) && Boolean(first ?? last));
  const isTurned = first !== null && last !== null && first > last;
  const named = isNamedRange(days.from) ? days.from : "any";
  const choose = (value: string) => {
    setCustom(value === "custom");
    if (value === "custom") onChange({ from: first, to: last });
    else onChange({ from: value === "any" ? null : value, to: null });
  };
  return (
    <>
      <Select
        aria-label={label}
        value={isCustom ? "custom" : named}
        onValueChange={choose}
        options={[
          { value: "any", label: t("days.any") },
          ...ranges.map((range) => ({ value: range, label: t(`days.${range}`) })),
          { value: "custom", label: t("days.custom") },
        ]}
      />
      {isCustom && (
        <div className="grid grid-cols-2 gap-2">
          <DayField
            label={t("days.from")}
            day={first}
            onChange={(from) => onChange({ from, to: last })}
          />
          <DayField
            label={t("days.to")}
            day={last}
            onChange={(to) => onChange({ from: first, to })}
          />
          <p
            className={cx("col-span-2 text-sm", isTurned ? "text-danger" : "text-muted")}
            role="status"
          >
            {isTurned ? t("days.turned") : help}
          </p>
        </div>
      )}
    </>
  );
}

type FilterProps<Name extends string> = Omit<Props, "days" | "onChange"> & {
  /** The URL parameters of the first and the last day. */
  names: [from: Name, to: Name];
  filters: Record<Name, string | null>;
  onChange: (change: Record<Name, string | null>) => void;
};

/** A list's filter by days. */
export function daysFilter<Name extends string>(
  t: Translate<"common">,
  { names, filters, onChange, ...field }: FilterProps<Name>,
): ListFilter {
  const [from, to] = names;
  const days = { from: filters[from], to: filters[to] };
  return {
    label: field.label,
    value: daysInWords(t, days),
    none: { [from]: null, [to]: null },
    control: (
      <DaysFilter
        {...field}
        days={days}
        onChange={(next) =>
          onChange({ [from]: next.from, [to]: next.to } as Record<Name, string | null>)
        }
      />
    ),
  };
}

type DayFieldProps = {
  label: string;
  day: string | null;
  onChange: (day: string | null) => void;
};

/** A date, chosen once its year has been typed. */
function DayField({ label, day, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(day ?? "");
  return (
    <TextField
      label={label}
      type="date"
      className="min-w-0 px-2"
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (value === "" || isDay(value)) onChange(value || null);
      }}
    />
  );
}

/** "Today", "from May 3, 2026", "until May 9, 2026", "May 3, 2026 – May 9, 2026"; null for any day. */
function daysInWords(t: Translate<"common">, { from, to }: Days): string | null {
  if (isNamedRange(from)) return t(`days.${from}`);
  const [first, last] = [isDay(from) ? formatDate(from) : null, isDay(to) ? formatDate(to) : null];
  if (first && last) return first === last ? first : `${first} – ${last}`;
  if (first) return t("days.fromDay", { date: first });
  return last ? t("days.untilDay", { date: last }) : null;
}
