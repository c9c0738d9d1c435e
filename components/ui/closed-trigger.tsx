import { ChevronDown } from "lucide-react";
import type { ComboboxProps } from "./opened/combobox";
import { triggerClasses } from "./trigger";
import type { useOpened } from "./use-opened";

type Props = Omit<ComboboxProps, "what"> & {
  approach: ReturnType<typeof useOpened>["approach"];
  popup: "dialog" | "listbox";
};

/** The closed half of a field that opens a list. */
export const ClosedTrigger = ({
  approach,
  popup,
  value,
  onValueChange: _,
  options,
  className,
  ...field
}: Props) => (
  <button
    {...approach}
    type="button"
    role="combobox"
    aria-expanded={false}
    aria-haspopup={popup}
    className={triggerClasses(className)}
    {...field}
  >
    <span>{options.find((option) => option.value === value)?.label ?? value}</span>
    <ChevronDown className="size-4 text-muted" aria-hidden />
  </button>
);
