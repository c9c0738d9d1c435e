"use client";

import { ChevronDown } from "lucide-react";
import type { SelectProps } from "./opened/select";
import { triggerClasses } from "./trigger";
import { useOpened } from "./use-opened";

const load = () => import("./opened/select");

/** One choice of a list. */
export function Select(props: SelectProps) {
  const { Opened, approach } = useOpened(load);
  if (Opened) return <Opened {...props} />;
  const { value, onValueChange: _, options, className, ...trigger } = props;
  return (
    <button
      {...approach}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      className={triggerClasses(className)}
      {...trigger}
    >
      <span>{options.find((option) => option.value === value)?.label}</span>
      <ChevronDown className="size-4 text-muted" aria-hidden />
    </button>
  );
}
