import { ChevronDown } from "lucide-react";
import { triggerClasses } from "./field";
import type { ComboboxProps } from "./lazy/combobox";
import type { SelectProps } from "./lazy/select";
import { useLazy } from "./use-lazy";

const loadSelect = () => import("./lazy/select");
const loadCombobox = () => import("./lazy/combobox");

/** A select, lazy-loaded. */
export function Select(field: SelectProps) {
  const { Loaded, approach } = useLazy(loadSelect);
  if (Loaded) return <Loaded {...field} />;
  return <ClosedTrigger approach={approach} popup="listbox" {...field} />;
}

/** A searchable select for long lists, lazy-loaded. */
export function Combobox(field: ComboboxProps) {
  const { Loaded, approach } = useLazy(loadCombobox);
  if (Loaded) return <Loaded {...field} />;
  return <ClosedTrigger approach={approach} popup="dialog" {...field} />;
}

type TriggerProps = ComboboxProps & {
  approach: ReturnType<typeof useLazy>["approach"];
  popup: "dialog" | "listbox";
};

const ClosedTrigger = ({ approach, popup, className, ...props }: TriggerProps) => {
  const { value, onValueChange: _, options, ...field } = props;
  return (
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
};
