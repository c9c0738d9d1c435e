import { FilterSelect, type FilterSelectProps } from "@/components/kit/ui/filter-select";
import type { ListFilter } from "./list-filters";

type Props<Name extends string, Value extends string> = Omit<
  FilterSelectProps<Value>,
  "onChange"
> & {
  /** The URL parameter. */
  name: Name;
  /** The chosen value, if it isn't shown by its option's label. */
  words?: string | null;
  onChange: (change: Record<Name, Value | null>) => void;
};

/** A list's filter by one of several values. */
export function selectFilter<Name extends string, Value extends string>(
  props: Props<Name, Value>,
): ListFilter {
  const { name, words, onChange, ...select } = props;
  const { label, value, options, other } = select;
  const chosen = options.find((option) => option.value === value);
  return {
    label,
    value: value && (words ?? chosen?.label ?? other?.(value) ?? value),
    none: { [name]: null },
    control: (
      <FilterSelect
        {...select}
        onChange={(next) => onChange({ [name]: next } as Record<Name, Value | null>)}
      />
    ),
  };
}
