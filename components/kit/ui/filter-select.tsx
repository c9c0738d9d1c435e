import { cx } from "./cx";
import { Combobox, Select } from "./select";

export type FilterSelectProps<Value extends string> = {
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
  className?: string;
};

/** The value of the option that turns the filter off. */
const anyValue = "(any)";

/** One filter as a list of values. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, onChange, options, other, searchable, className } = props;
  const isListed = value === null || options.some((option) => option.value === value);
  const field = {
    "aria-label": label,
    className: cx("print:hidden", className),
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
