import { useId } from "react";
import { formatNumber } from "@/components/kit/money/numbers";
import { cx } from "./cx";
import { Input } from "./field";
import { Combobox, Select } from "./select";

type Props<Value extends string> = {
  label: string;
  value: Value | null;
  onValueChange: (value: Value | null) => void;
  options: { value: Value | null; label: string; count: number | undefined }[];
};

/** One filter as chips, each with its row count. */
export function FilterChips<Value extends string>(props: Props<Value>) {
  return (
    <fieldset aria-label={props.label} className="flex min-w-0 flex-wrap gap-1.5 print:hidden">
      {props.options.map(({ value, label, count }) => {
        const chosen = value === props.value;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={chosen}
            onClick={() => props.onValueChange(value)}
            className={cx(
              "flex h-11 items-center gap-2 rounded-md border px-3 text-sm font-medium whitespace-nowrap transition-colors md:h-8",
              chosen
                ? "border-accent-text bg-accent-tint text-accent-text"
                : "border-line bg-surface text-muted hover:bg-hover hover:text-ink",
            )}
          >
            {label}
            {count !== undefined && (
              <span className="font-normal tabular-nums">{formatNumber(count)}</span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Compact size of controls in a filter row. */
export const compactClasses = "md:h-8 md:text-sm";

type FilterSelectProps<Value extends string> = {
  label: string;
  value: Value | null;
  onChange: (value: Value | null) => void;
  options: { value: Value; label: string }[];
  /** The label if no filter is set, such as "Any type". */
  any: string;
  /** The label of a value from the URL that isn't among the options. */
  other?: (value: Value) => string;
  /** Makes the options searchable. */
  searchable?: true;
  className: string;
};

/** The value of the option that turns the filter off. */
const anyValue = "any";

/** One filter as a list of values. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, onChange, options, other, searchable, className } = props;
  const isListed = value === null || options.some((option) => option.value === value);
  const field = {
    "aria-label": label,
    className: `${className} print:hidden`,
    value: value ?? anyValue,
    onValueChange: (next: string) => onChange(next === anyValue ? null : (next as Value)),
    options: [
      { value: anyValue, label: props.any },
      ...options,
      ...(isListed ? [] : [{ value, label: other?.(value) ?? value }]),
    ],
  };
  return searchable ? <Combobox {...field} /> : <Select {...field} />;
}

type DayFilterProps = {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
};

/** The start or end date of a date filter. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2 max-md:grid max-md:gap-1 print:hidden">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className={`min-w-0 md:w-36 ${compactClasses}`}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </div>
  );
}
